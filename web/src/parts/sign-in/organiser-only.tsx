import type { ReactNode } from 'react'
import { useMe } from '../../api/me.ts'
import { SignIn } from './sign-in.tsx'

/** Shows a page to the organiser only; all others get a form to sign in. */
export function OrganiserOnly({ children }: { readonly children: ReactNode }) {
  const me = useMe()
  if (me?.role === 'organiser') return children
  const why = me
    ? `This page is for the organiser, and you are signed in as ${me.name}. With the organiser’s key you get in.`
    : 'This page is for the organiser. The key was shown when the one-time link was used.'
  return <SignIn why={why} asks="key" />
}
