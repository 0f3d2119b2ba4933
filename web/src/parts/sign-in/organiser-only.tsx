import type { ReactNode } from 'react'
import { useMe } from '../../api/me.ts'
import { SignIn } from './sign-in.tsx'

/** Shows a page to the organiser only; all others get a form to sign in. */
export function OrganiserOnly({ children }: { readonly children: ReactNode }) {
  const me = useMe()
  if (me?.role === 'organiser') return children
  const why = me
    ? `This page is for the organiser, and you are signed in as ${me.name}. Sign in with the organiser’s key.`
    : 'This page is for the organiser. Sign in with the key that the one-time link showed.'
  return <SignIn why={why} asks="key" />
}
