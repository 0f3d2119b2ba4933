import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked, type Tokens } from 'marked'
import type { GuidePageBody } from '../api/guide.ts'

/** The pages of `docs/`, rendered. A page is named by its path without the ending, like `rules/quoridor`. */
export interface Guide {
  /** Undefined if there is no such page. */
  page(path: string): GuidePageBody | undefined
}

/** In a checkout this file is in `src/server`, in the published package in `dist/server`. */
const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))

export const PICTURES = join(DOCS, 'pictures')
export const PICTURES_AT = '/guide-files/pictures/'

/** Pages are looked up in a list of the files that are there, so that no path leads out of the folder. */
export function openGuide(folder = DOCS): Guide {
  const files = new Set(globSync('**/*.md', { cwd: folder }).map((file) => file.replaceAll('\\', '/')))
  const rendered = new Map<string, GuidePageBody>()
  return {
    page(path) {
      const file = `${path}.md`
      if (!files.has(file)) return undefined
      const known = rendered.get(path)
      if (known) return known
      const page = renderPage(path, readFileSync(join(folder, file), 'utf8'), files)
      rendered.set(path, page)
      return page
    },
  }
}

function renderPage(path: string, text: string, files: ReadonlySet<string>): GuidePageBody {
  const headings: GuidePageBody['headings'][number][] = []
  const slugs = new Map<string, number>()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const words = this.parser.parseInline(tokens, this.parser.textRenderer)
        const id = slugOf(unescape(words), slugs)
        headings.push({ id, text: unescape(words), depth })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        return link(path, href, this.parser.parseInline(tokens), files)
      },
      image({ href, text: alt }: Tokens.Image) {
        const target = resolve(path, href)
        return target.startsWith('pictures/')
          ? `<img src="${PICTURES_AT}${escape(target.slice('pictures/'.length))}" alt="${escape(alt)}">`
          : escape(alt)
      },
    },
  })
  const html = marked.parse(text, { async: false })
  return { path, title: headings[0]?.text ?? path, html, headings }
}

/** A link to a page or a picture of the guide, or to another site. Files outside `docs/` are only named. */
function link(from: string, href: string, html: string, files: ReadonlySet<string>): string {
  if (/^https?:/.test(href)) return `<a href="${escape(href)}" rel="noreferrer">${html}</a>`
  const [file = '', anchor] = href.split('#')
  const hash = anchor === undefined ? '' : `#${escape(anchor)}`
  if (file === '') return `<a href="${hash}">${html}</a>`
  const target = resolve(from, file)
  const page = [target, posix.join(target, 'README.md')].find((name) => files.has(name))
  if (page !== undefined) return `<a href="/guide/${page.replace(/\.md$/, '')}${hash}">${html}</a>`
  if (target.startsWith('pictures/'))
    return `<a href="${PICTURES_AT}${escape(target.slice('pictures/'.length))}">${html}</a>`
  const named = escape(posix.normalize(posix.join('docs', target)))
  return /^<code>.*<\/code>$/.test(html) ? html : `${html} (<code>${named}</code>)`
}

/** A path beside the page, relative to `docs/`. */
const resolve = (from: string, href: string): string => posix.join(posix.dirname(from), href)

/** The anchor of a heading as GitHub makes it, because the pages are read there, too. */
function slugOf(words: string, slugs: Map<string, number>): string {
  const slug = words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
  const earlier = slugs.get(slug) ?? 0
  slugs.set(slug, earlier + 1)
  return earlier === 0 ? slug : `${slug}-${earlier}`
}

const ENTITIES = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
] as const

const escape = (text: string): string =>
  ENTITIES.reduce((escaped, [character, entity]) => escaped.replaceAll(character, entity), text)

const unescape = (html: string): string =>
  ENTITIES.toReversed().reduce((text, [character, entity]) => text.replaceAll(entity, character), html)
