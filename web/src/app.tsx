import { Suspense, useEffect, useRef } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { Link } from './parts/link.tsx'
import { BARE_PAGES, PAGES } from './pages.tsx'
import { useDroppedFiles } from './pages/replay/dropped-file.ts'
import { NotFound } from './parts/not-found.tsx'
import { SiteNotices } from './parts/site-notices.tsx'
import { SiteHeader } from './site-header.tsx'

export function App() {
  return (
    <Suspense fallback={null}>
      <Switch>
        {BARE_PAGES.map(([path, Page]) => (
          <Route key={path} path={path}>
            {(parts) => (
              <>
                {/* Other sites embed a match, and nothing else. */}
                {!path.startsWith('/embed/') && <SiteNotices />}
                <Page {...parts} />
              </>
            )}
          </Route>
        ))}
        <Route>
          <Site />
        </Route>
      </Switch>
    </Suspense>
  )
}

function Site() {
  useDroppedFiles()
  const main = useFocusOnArrival()
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <SiteHeader />
      <SiteNotices />
      <main className="content" id="content" ref={main} tabIndex={-1}>
        <Suspense fallback={null}>
          <Switch>
            {PAGES.map(([path, Page]) => (
              <Route key={path} path={path}>
                {(parts) => <Page {...parts} />}
              </Route>
            ))}
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </main>
      <footer className="site-foot muted small">
        <Link href="/help">Help</Link>
        <a href="/docs">API</a>
        <a href="/feeds/contests.atom">Feed</a>
      </footer>
    </>
  )
}

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
