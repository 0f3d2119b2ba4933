import { useState } from 'react'
import { Redirect } from 'wouter'
import { Link } from '../../parts/link.tsx'
import type { GuideContentsBody, GuideSectionBody } from '../../../../src/api/guide.ts'
import { fetchGuideContents, fetchGuidePage, fetchGuideSections } from '../../api/guide.ts'
import { useResource } from '../../api/use-resource.ts'
import { GuideText } from '../../help/guide-text.tsx'
import { SearchBox } from '../../help/search-box.tsx'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { useFollowLinks } from '../../parts/follow-links.ts'
import { NotFound } from '../../parts/not-found.tsx'
import { useTitle } from '../../parts/use-title.ts'
import '../../parts/form.css'
import '../../help/help.css'

const FIRST = 'README'

interface HelpPageProps {
  /** The first page without it. */
  readonly path: string | undefined
}

/** Any page of the documentation, with the contents of all of it and a search. */
export function HelpPage({ path = FIRST }: HelpPageProps) {
  const { value: page, problem } = useResource(path, (signal) => fetchGuidePage(path, signal))
  const { value: contents } = useResource('contents', fetchGuideContents)
  useTitle(page?.title ?? 'Help')
  if (problem?.code === 'not-found') return <NotFound />
  if (!page && problem) return <CannotShow what="this page of the help" why={problem.message} />
  return (
    <div className="help">
      <aside className="help-side">
        <Search />
        {contents && <Contents contents={contents} here={path} />}
      </aside>
      <div className="help-main">
        {page && <GuideText page={page} />}
        {page && contents && <Neighbours contents={contents} here={path} />}
      </div>
    </div>
  )
}

/** Pages had addresses below `/guide` before. */
export const OldHelpPage = ({ path }: HelpPageProps) => (
  <Redirect to={`${hrefOf(path ?? FIRST)}${window.location.hash}`} replace />
)

const hrefOf = (path: string): string => (path === FIRST ? '/help' : `/help/${path}`)

function Search() {
  const [isNeeded, setIsNeeded] = useState(false)
  const { value } = useResource(isNeeded ? 'sections' : undefined, fetchGuideSections)
  const follow = useFollowLinks()
  return (
    <div onClick={follow}>
      <SearchBox sections={value?.sections} onNeeded={() => setIsNeeded(true)} hrefOf={hrefOfSection} />
    </div>
  )
}

const hrefOfSection = ({ path, id }: GuideSectionBody): string => `${hrefOf(path)}#${id}`

interface ContentsProps {
  readonly contents: GuideContentsBody
  readonly here: string
}

function Contents({ contents, here }: ContentsProps) {
  return (
    <details className="help-contents" open={isWide()}>
      <summary>Contents</summary>
      <nav aria-label="All pages" className="small">
        <PageLink path={FIRST} here={here}>
          Start
        </PageLink>
        {contents.parts.map(({ title, pages }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul>
              {pages.map((page) => (
                <li key={page.path} data-depth={page.depth}>
                  <PageLink path={page.path} here={here}>
                    {page.title}
                  </PageLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </details>
  )
}

/** On phones the contents would hide the page. */
const isWide = (): boolean => window.matchMedia('(min-width: 55rem)').matches

interface PageLinkProps {
  readonly path: string
  readonly here: string
  readonly children: string
}

const PageLink = ({ path, here, children }: PageLinkProps) => (
  <Link href={hrefOf(path)} aria-current={path === here ? 'page' : undefined}>
    {children}
  </Link>
)

/** The pages before and after this one, in the order of the contents. */
function Neighbours({ contents, here }: ContentsProps) {
  const pages = [{ path: FIRST, title: 'Start' }, ...contents.parts.flatMap(({ pages: some }) => some)]
  const at = pages.findIndex(({ path }) => path === here)
  const [before, after] = at < 0 ? [] : [pages[at - 1], pages[at + 1]]
  return (
    <nav className="help-neighbours" aria-label="Previous and next page">
      {before && (
        <Link href={hrefOf(before.path)} rel="prev">
          <span className="muted small">Previous</span> {before.title}
        </Link>
      )}
      {after && (
        <Link href={hrefOf(after.path)} rel="next">
          <span className="muted small">Next</span> {after.title}
        </Link>
      )}
    </nav>
  )
}
