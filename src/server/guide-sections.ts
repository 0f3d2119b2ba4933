import { marked } from 'marked'
import type { GuideSectionBody } from '../api/guide.ts'
import { slugger } from './heading-slugs.ts'

/** The text of a page in pieces: one for each heading, without marks of Markdown. */
export function sectionsOf(path: string, text: string): readonly GuideSectionBody[] {
  const slugOf = slugger()
  const sections: { path: string; page: string; id: string; heading: string; text: string }[] = []
  let page = path
  for (const token of marked.lexer(text)) {
    if (token.type === 'heading') {
      const heading = plainText(token.raw)
      const id = slugOf(heading)
      if (token['depth'] === 1 && sections.length === 0) page = heading
      sections.push({ path, page, id, heading, text: '' })
    } else {
      const section = sections.at(-1)
      if (section) section.text = `${section.text} ${plainText(token.raw)}`.trim()
    }
  }
  return sections
}

/** Markdown as a reader sees it, in one line. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/^```.*$/gm, ' ')
    .replaceAll(/^#+ /gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\|(?: *:?-+:? *\|)+/g, ' ')
    .replaceAll(/[`|]|\*\*/g, ' ')
    .replaceAll(/(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
