import { useEffect, useRef } from 'react'
import type { GuidePageBody } from '../../../src/api/guide.ts'
import { useFollowLinks } from '../parts/follow-links.ts'
import { showFigures } from './show-figures.tsx'
import './guide-text.css'

/** Headings of this depth and above are in the contents. */
const DEEPEST = 3

/** A page of the guide with its contents. */
export function GuideText({ page }: { readonly page: GuidePageBody }) {
  const text = useRef<HTMLElement>(null)
  const follow = useFollowLinks()
  const headings = page.headings.filter(({ depth }) => depth > 1 && depth <= DEEPEST)
  useEffect(() => {
    const hideFigures = text.current ? showFigures(text.current) : undefined
    // What scrolls sideways must be reachable by keys.
    for (const wide of text.current?.querySelectorAll<HTMLElement>('pre, table') ?? []) wide.tabIndex = 0
    // The text came after the address: the browser did not find the heading by itself.
    const { hash } = window.location
    if (hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
    return hideFigures
  }, [page])
  return (
    <div className="guide">
      {headings.length > 1 && (
        <nav className="guide-contents small" aria-label="On this page">
          <ul>
            {headings.map(({ id, text: words, depth }) => (
              <li key={id} data-depth={depth}>
                <a href={`#${id}`}>{words}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {/* The server renders only its own documentation, so the markup is trusted. */}
      <article
        className="guide-text panel"
        ref={text}
        onClick={follow}
        dangerouslySetInnerHTML={{ __html: page.html }}
      />
    </div>
  )
}
