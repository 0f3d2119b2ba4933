import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { GuidePageBody } from '../api/guide.ts'
import { escapeHtml, unescapeHtml } from './escape-html.ts'
import { goodMatchOf } from './good-match.ts'
import { slugger } from './heading-slugs.ts'

/** Where pages and pictures of the guide are, for a link on the page `from`. */
export interface GuideAddresses {
  page(path: string, from: string): string
  picture(name: string, from: string): string
}

/** A page of the guide as HTML. `files` are the paths of all pages. */
export function renderPage(
  path: string,
  text: string,
  files: ReadonlySet<string>,
  addresses: GuideAddresses,
): GuidePageBody {
  const headings: GuidePageBody['headings'][number][] = []
  const slugOf = slugger()
  const picture = (href: string): string | undefined => {
    const target = beside(path, href)
    return target.startsWith('pictures/')
      ? escapeHtml(addresses.picture(target.slice('pictures/'.length), path))
      : undefined
  }
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const words = unescapeHtml(this.parser.parseInline(tokens, this.parser.textRenderer))
        const id = slugOf(words)
        headings.push({ id, text: words, depth })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const html = this.parser.parseInline(tokens)
        if (/^https?:/.test(href)) return `<a href="${escapeHtml(href)}" rel="noreferrer">${html}</a>`
        const [file = '', anchor] = href.split('#')
        const hash = anchor === undefined ? '' : `#${escapeHtml(anchor)}`
        if (file === '') return `<a href="${hash}">${html}</a>`
        const page = pageAt(path, file, files)
        if (page !== undefined)
          return `<a href="${escapeHtml(addresses.page(page, path))}${hash}">${html}</a>`
        const shown = picture(file)
        if (shown !== undefined) return `<a href="${shown}">${html}</a>`
        // Files outside of the guide are only named.
        const named = escapeHtml(posix.normalize(posix.join('docs', beside(path, file))))
        return /^<code>.*<\/code>$/.test(html) ? html : `${html} (<code>${named}</code>)`
      },
      image({ href, text: alt }: Tokens.Image) {
        const source = picture(href)
        return source === undefined ? escapeHtml(alt) : `<img src="${source}" alt="${escapeHtml(alt)}">`
      },
      code({ text: code, lang = '' }: Tokens.Code) {
        const kind = kindOf(lang, code)
        const record = kind === 'record' ? goodMatchOf({ id: /^[\w-]*/.exec(code)?.[0] ?? '' }) : undefined
        const attributes = [
          kind === undefined ? '' : ` data-kind="${kind}"`,
          record === undefined ? '' : ` data-record="${escapeHtml(record)}"`,
        ]
        return `<pre${attributes.join('')}><code>${escapeHtml(code)}\n</code></pre>\n`
      },
      // The pages are Markdown only: no page brings markup of its own.
      html: ({ text: markup }: Tokens.HTML | Tokens.Tag) =>
        markup.startsWith('<!--') ? '' : escapeHtml(markup),
    },
  })
  const html = marked.parse(text, { async: false })
  return { path, title: headings[0]?.text ?? path, html, headings }
}

/** The page that a link leads to, by its path without the ending. A link to a folder leads to its README. */
function pageAt(from: string, file: string, files: ReadonlySet<string>): string | undefined {
  const target = beside(from, file)
  const found = [target, posix.join(target, 'README.md')].find((name) => files.has(name))
  return found?.replace(/\.md$/, '')
}

/** A path beside the page, relative to `docs/`. */
const beside = (from: string, href: string): string => posix.join(posix.dirname(from), href)

/**
 * Blocks that a page shows as more than text: positions are drawn, and a reader can step through transcripts and records. A record
 * is the good match of the challenge that the block begins with. The page has all of its lines, so it works as a file, too.
 */
function kindOf(lang: string, code: string): 'position' | 'record' | 'transcript' | undefined {
  if (lang === 'position' || lang === 'record') return lang
  const lines = code.split('\n')
  const isTranscript =
    lang === 'text' &&
    lines.every((line) => /^[<>#]/.test(line)) &&
    lines.some((line) => line.startsWith('>'))
  return isTranscript ? 'transcript' : undefined
}
