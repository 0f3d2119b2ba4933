import { posix } from 'node:path'
import { marked, type Token } from 'marked'
import type { GuideContentsBody } from '../api/guide.ts'
import { plainText } from './guide-sections.ts'

type Part = GuideContentsBody['parts'][number]
type Entry = Part['pages'][number]

/**
 * The contents of the guide are the links of its first page, in their order: each heading of the second level begins a part.
 * Below the README of a folder come the pages of that folder that it links to.
 */
export function contentsOf(textOf: (path: string) => string | undefined): GuideContentsBody {
  const parts: { readonly title: string; readonly pages: Entry[] }[] = []
  const listed = new Set(['README'])
  const enter = (path: string, into: Entry[], depth: number): void => {
    const text = textOf(path)
    if (text === undefined || listed.has(path)) return
    listed.add(path)
    into.push({ path, title: titleOf(text) ?? path, depth })
    if (posix.basename(path) !== 'README') return
    const folder = posix.dirname(path)
    for (const inner of linkedPages(marked.lexer(text), path))
      if (posix.dirname(inner) === folder) enter(inner, into, depth + 1)
  }
  for (const token of marked.lexer(textOf('README') ?? '')) {
    if (token.type === 'heading' && token['depth'] === 2)
      parts.push({ title: plainText(token.raw), pages: [] })
    const part = parts.at(-1)
    if (part) for (const path of linkedPages([token], 'README')) enter(path, part.pages, 0)
  }
  return { parts: parts.filter(({ pages }) => pages.length > 0) }
}

/** The title of a page: its first heading. */
const titleOf = (text: string): string | undefined => {
  const [, words] = /^# (.+)$/m.exec(text) ?? []
  return words === undefined ? undefined : plainText(words)
}

/** The pages that these parts of a page link to, in order. */
function linkedPages(tokens: readonly Token[], from: string): readonly string[] {
  const paths: string[] = []
  void marked.walkTokens([...tokens], (token) => {
    if (token.type !== 'link' || /^[a-z]+:/.test(String(token['href']))) return
    const [file = ''] = String(token['href']).split('#')
    if (file.endsWith('.md')) paths.push(posix.join(posix.dirname(from), file.replace(/\.md$/, '')))
  })
  return paths
}
