import './page.css'
import './parts/form.css'
import './help/guide-text.css'
import './help/help.css'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { GuideSectionBody } from '../../src/api/guide.ts'
import { SearchBox } from './help/search-box.tsx'
import { showFigures } from './help/show-figures.tsx'
import { ThemeButton } from './parts/theme-button.tsx'

// The documentation as a static site: `scripts/site.ts` writes its pages, and this script adds the search and the figures.

/** `search.js` calls it with the whole text. A script loads from files, too, where `fetch` does not. */
declare global {
  interface Window {
    showSections?: (sections: readonly GuideSectionBody[]) => void
  }
}

/** The way from this page to the first, such as `../`. */
const ROOT = document.documentElement.dataset['root'] ?? ''

const hrefOf = ({ path, id }: GuideSectionBody): string =>
  `${ROOT}${path === 'README' ? 'index' : path}.html#${id}`

function Search() {
  const [sections, setSections] = useState<readonly GuideSectionBody[]>()
  const load = (): void => {
    if (window.showSections) return
    window.showSections = setSections
    const script = document.createElement('script')
    script.src = `${ROOT}search.js`
    document.head.append(script)
  }
  return <SearchBox sections={sections} onNeeded={load} hrefOf={hrefOf} />
}

const places = { search: <Search />, theme: <ThemeButton /> }
for (const [id, part] of Object.entries(places)) {
  const place = document.getElementById(id)
  if (place) createRoot(place).render(part)
}
const page = document.querySelector('article')
if (page) showFigures(page)
for (const wide of page?.querySelectorAll<HTMLElement>('pre, table') ?? []) wide.tabIndex = 0
if (window.matchMedia('(max-width: 55rem)').matches)
  document.querySelector('.help-contents')?.removeAttribute('open')
