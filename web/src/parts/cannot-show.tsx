import type { ReactNode } from 'react'
import { Link } from './link.tsx'

interface CannotShowProps {
  readonly what: string
  /** A sentence without its full stop. */
  readonly why: string
  /** What can be done here. */
  readonly children?: ReactNode
}

/** Says why a page cannot be shown, with a button to try again and a link to the lobby. */
export const CannotShow = ({ what, why, children }: CannotShowProps) => (
  <section className="lonely">
    <h1>Cannot show {what}</h1>
    <p role="alert">{why}.</p>
    {children}
    <p className="ways-on line">
      <button type="button" className="button" onClick={() => window.location.reload()}>
        Try again
      </button>
      <Link href="/">See all matches</Link>
    </p>
  </section>
)
