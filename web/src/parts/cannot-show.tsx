import { Link } from 'wouter'

interface CannotShowProps {
  readonly what: string
  /** A sentence without its full stop. */
  readonly why: string
}

/** What is there, as far as anybody knows, but cannot be shown now; with two ways on. */
export const CannotShow = ({ what, why }: CannotShowProps) => (
  <section className="lonely">
    <h1>Cannot show {what}</h1>
    <p role="alert">{why}.</p>
    <p className="ways-on line">
      <button type="button" className="button" onClick={() => window.location.reload()}>
        Try again
      </button>
      <Link href="/">See all matches</Link>
    </p>
  </section>
)
