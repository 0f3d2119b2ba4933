import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link, Route, Switch, useLocation } from 'wouter'
import { LobbyPage } from './lobby/lobby-page.tsx'
import { NotFound } from './parts/not-found.tsx'
import { ThemeButton } from './parts/theme-button.tsx'

// The match page brings the rules of all games: nobody loads them to read a list.
const MatchPage = lazy(() => import('./match/match-page.tsx').then((page) => ({ default: page.MatchPage })))

export function App() {
  const main = useFocusOnArrival()
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="site">
        <Link href="/" className="brand">
          <img src="/favicon.svg" alt="" width="28" height="28" />
          gamegrid
        </Link>
        <nav aria-label="Site">
          <Link href="/">Matches</Link>
          <a href="/docs">API</a>
        </nav>
        <ThemeButton />
      </header>
      <main className="content" id="content" ref={main} tabIndex={-1}>
        <Suspense fallback={null}>
          <Switch>
            <Route path="/" component={LobbyPage} />
            <Route path="/matches/:id">
              {({ id }) =>
                /^[1-9]\d{0,15}$/.test(id) ? <MatchPage key={id} id={Number(id)} /> : <NotFound />
              }
            </Route>
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </main>
    </>
  )
}

/** A new page is a new beginning for those who do not see it, too. */
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
