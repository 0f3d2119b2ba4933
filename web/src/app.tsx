import { lazy, Suspense, useEffect, useRef, type ComponentType } from 'react'
import { Link, Route, Switch, useLocation } from 'wouter'
import { useMe } from './api/me.ts'
import { LobbyPage } from './pages/lobby/lobby-page.tsx'
import { useDroppedFiles } from './pages/replay/dropped-file.ts'
import { DiskNotice } from './parts/disk-notice.tsx'
import { NotFound } from './parts/not-found.tsx'
import { ThemeButton } from './parts/theme-button.tsx'

// Each page is a chunk of its own. The match page is large: it has the rules of the games.
const MatchPage = lazy(() =>
  import('./pages/match/match-page.tsx').then((page) => ({ default: page.MatchPage })),
)

const NewMatchPage = lazy(() =>
  import('./pages/new-match/new-match-page.tsx').then((page) => ({ default: page.NewMatchPage })),
)
const TournamentsPage = lazy(() =>
  import('./pages/tournament/tournaments-page.tsx').then((page) => ({ default: page.TournamentsPage })),
)
const TournamentPage = lazy(() =>
  import('./pages/tournament/tournament-page.tsx').then((page) => ({ default: page.TournamentPage })),
)
const OpenPage = lazy(() =>
  import('./pages/replay/open-page.tsx').then((page) => ({ default: page.OpenPage })),
)
const TeamPage = lazy(() => import('./pages/team/team-page.tsx').then((page) => ({ default: page.TeamPage })))
const TvPage = lazy(() => import('./pages/tv/tv-page.tsx').then((page) => ({ default: page.TvPage })))
const EvaluationPage = lazy(() =>
  import('./pages/evaluation/evaluation-page.tsx').then((page) => ({ default: page.EvaluationPage })),
)
const EmbedPage = lazy(() =>
  import('./pages/embed/embed-page.tsx').then((page) => ({ default: page.EmbedPage })),
)
const PlayPage = lazy(() => import('./pages/play/play-page.tsx').then((page) => ({ default: page.PlayPage })))
const OrganiserPage = lazy(() =>
  import('./pages/organise/organiser-page.tsx').then((page) => ({ default: page.OrganiserPage })),
)
const OrganisePage = lazy(() =>
  import('./pages/organise/organise-page.tsx').then((page) => ({ default: page.OrganisePage })),
)
const NewTournamentPage = lazy(() =>
  import('./pages/new-tournament/new-tournament-page.tsx').then((page) => ({
    default: page.NewTournamentPage,
  })),
)

export function App() {
  return (
    <Suspense fallback={null}>
      <Switch>
        <Route path="/tv" component={TvPage} />
        <Route path="/embed/:id">{withId(EmbedPage)}</Route>
        <Route>
          <Site />
        </Route>
      </Switch>
    </Suspense>
  )
}

/** All pages that have the header with the navigation. */
function Site() {
  useDroppedFiles()
  const me = useMe()
  const main = useFocusOnArrival()
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="site">
        <Link href="/" className="brand" aria-label="gamegrid, all matches">
          <img src="/favicon.svg" alt="" width="28" height="28" />
          <span>gamegrid</span>
        </Link>
        <nav aria-label="Site">
          <PageLink href="/">Matches</PageLink>
          <PageLink href="/contests">Contests</PageLink>
          <PageLink href="/play">Play</PageLink>
          <PageLink href="/open">Replay</PageLink>
          <a href="/docs">API</a>
          {me?.role === 'organiser' && <PageLink href="/organise">Organise</PageLink>}
          {me && <PageLink href={`/players/${me.id}`}>{me.name}</PageLink>}
        </nav>
        <ThemeButton />
      </header>
      <DiskNotice />
      <main className="content" id="content" ref={main} tabIndex={-1}>
        <Suspense fallback={null}>
          <Switch>
            <Route path="/" component={LobbyPage} />
            <Route path="/matches/:id">{withId(MatchPage)}</Route>
            <Route path="/contests" component={TournamentsPage} />
            <Route path="/contests/new" component={NewTournamentPage} />
            <Route path="/contests/:id">{withId(TournamentPage)}</Route>
            <Route path="/open" component={OpenPage} />
            <Route path="/organise" component={OrganisePage} />
            <Route path="/organiser" component={OrganiserPage} />
            <Route path="/players/:id">{withId(TeamPage)}</Route>
            <Route path="/evaluations/:id">{withId(EvaluationPage)}</Route>
            <Route path="/play" component={NewMatchPage} />
            <Route path="/play/:id">{withId(PlayPage)}</Route>
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </main>
    </>
  )
}

/** A link that is marked if it leads to the current page. */
function PageLink({ href, children }: { readonly href: string; readonly children: string }) {
  const [location] = useLocation()
  return (
    <Link href={href} aria-current={location === href ? 'page' : undefined}>
      {children}
    </Link>
  )
}

/** Reads the id in the address. */
const withId =
  (Page: ComponentType<{ readonly id: number }>) =>
  ({ id }: { readonly id: string }) =>
    /^[1-9]\d{0,15}$/.test(id) ? <Page key={id} id={Number(id)} /> : <NotFound />

/** On navigation, scrolls to the top and moves the focus to the content, so that screen readers start there. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const [location] = useLocation()
  const before = useRef(location)
  useEffect(() => {
    if (before.current === location) return
    before.current = location
    main.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [location])
  return main
}
