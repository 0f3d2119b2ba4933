import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GuideContentsBody, GuidePageBody, GuideSectionBody } from '../api/guide.ts'
import { contentsOf } from './guide-contents.ts'
import { DOCS, PICTURES_AT } from './guide-folder.ts'
import { renderPage, type GuideAddresses } from './guide-page.ts'
import { sectionsOf } from './guide-sections.ts'

/** The pages of `docs/`, rendered. A page is named by its path without the ending, like `rules/quoridor`. */
export interface Guide {
  /** All pages, in the order in which they are read. */
  readonly contents: GuideContentsBody
  /** All pages, in pieces as long as a section: what a search looks through. */
  readonly sections: readonly GuideSectionBody[]
  /** Undefined if there is no such page. */
  page(path: string): GuidePageBody | undefined
}

/** The addresses of an arena. */
const IN_ARENA: GuideAddresses = {
  page: (path) => (path === 'README' ? '/help' : `/help/${path}`),
  picture: (name) => `${PICTURES_AT}${name}`,
}

/** Pages are looked up in a list of the files that are there, so that no path leads out of the folder. */
export function openGuide(addresses: GuideAddresses = IN_ARENA): Guide {
  const files = new Set(globSync('**/*.md', { cwd: DOCS }).map((file) => file.replaceAll('\\', '/')))
  const textOf = (path: string): string | undefined =>
    files.has(`${path}.md`) ? readFileSync(join(DOCS, `${path}.md`), 'utf8') : undefined
  const rendered = new Map<string, GuidePageBody>()
  let contents: GuideContentsBody | undefined
  let sections: readonly GuideSectionBody[] | undefined
  return {
    get contents() {
      contents ??= contentsOf(textOf)
      return contents
    },
    get sections() {
      sections ??= [...files].sort().flatMap((file) => {
        const path = file.replace(/\.md$/, '')
        return sectionsOf(path, textOf(path) ?? '')
      })
      return sections
    },
    page(path) {
      const known = rendered.get(path)
      if (known) return known
      const text = textOf(path)
      if (text === undefined) return undefined
      const page = renderPage(path, text, files, addresses)
      rendered.set(path, page)
      return page
    },
  }
}
