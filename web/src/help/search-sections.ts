import MiniSearch from 'minisearch'
import type { GuideSectionBody } from '../../../src/api/guide.ts'

/** A section that has the words of a search. */
export interface Hit {
  readonly section: GuideSectionBody
  /** The part of its text around the first word that was found. */
  readonly excerpt: string
}

export type Search = (words: string) => readonly Hit[]

const MOST_HITS = 12

/** Builds the index of all sections, once. */
export function searchIn(sections: readonly GuideSectionBody[]): Search {
  const index = new MiniSearch<GuideSectionBody & { readonly id: string }>({
    fields: ['heading', 'page', 'text'],
    searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: isFuzzy, combineWith: 'AND' },
  })
  const byKey = new Map(sections.map((section, key) => [String(key), section]))
  index.addAll([...byKey].map(([id, section]) => ({ ...section, id })))
  return (words) =>
    index
      .search(words)
      .slice(0, MOST_HITS)
      .flatMap(({ id, terms }) => {
        const section = byKey.get(String(id))
        return section ? [{ section, excerpt: excerptOf(section.text, terms) }] : []
      })
}

/** A typing error in five letters is forgiven. Shorter words have too many neighbours. */
const isFuzzy = (term: string): number | false => (term.length >= 5 ? 0.2 : false)

const BEFORE = 40
const EXCERPT = 160

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0)
  const first = places.length > 0 ? Math.min(...places) : 0
  const start = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1
  const cut = text.slice(start, start + EXCERPT)
  return `${start > 0 ? '… ' : ''}${cut}${start + EXCERPT < text.length ? ' …' : ''}`
}
