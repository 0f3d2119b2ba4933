import { useLocation } from 'wouter'
import { Link } from './parts/link.tsx'
import { useMe } from './api/me.ts'
import { signInHref } from './parts/sign-in/sign-in-href.ts'
import { ThemeButton } from './parts/theme-button.tsx'

/** The header of all pages: where one can go, and who is signed in. */
export function SiteHeader() {
  const me = useMe()
  const [location] = useLocation()
  return (
    <header className="site">
      <Link href="/" className="brand" aria-label="gamegrid, all matches">
        <img src="/favicon.svg" alt="" width="28" height="28" />
        <span>gamegrid</span>
      </Link>
      <nav aria-label="Site">
        <span className="site-pages">
          <PageLink href="/">Matches</PageLink>
          <PageLink href="/games">Games</PageLink>
          <PageLink href="/ladder">Ladder</PageLink>
          <PageLink href="/teams">Teams</PageLink>
          <PageLink href="/contests">Contests</PageLink>
          <PageLink href="/play">Play</PageLink>
          <PageLink href="/open">Replay</PageLink>
          {me?.role === 'organiser' && <PageLink href="/organise">Organise</PageLink>}
        </span>
        <span className="site-help">
          <PageLink href="/help">Help</PageLink>
        </span>
        {me ? (
          <Link href={`/teams/${me.id}`} className="site-me">
            {me.name}
          </Link>
        ) : (
          <Link href={signInHref(location)} className="site-me button">
            Sign in
          </Link>
        )}
      </nav>
      <ThemeButton />
    </header>
  )
}

/** A link that is marked if it leads to the current page, or to the list that the current page is part of. */
function PageLink({ href, children }: { readonly href: string; readonly children: string }) {
  const [location] = useLocation()
  const isHere = location === href || (href !== '/' && location.startsWith(`${href}/`))
  return (
    <Link href={href} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  )
}
