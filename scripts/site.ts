import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import type { GuideContentsBody, GuidePageBody } from '../src/api/guide.ts'
import { escapeHtml } from '../src/server/escape-html.ts'
import { openGuide } from '../src/server/guide.ts'
import { PICTURES } from '../src/server/guide-folder.ts'
import { packScript } from '../web/pack-script.ts'

const PROJECT = resolve(import.meta.dirname, '..')

/**
 * Writes the documentation as a static site: the pages that an arena shows at `/help`, with relative links, so that any web server has
 * them, and a browser opens them as files.
 */
export async function writeSite(folder: string): Promise<void> {
  const guide = openGuide({
    page: (path, from) => hrefFrom(from, fileOf(path)),
    picture: (name, from) => hrefFrom(from, `pictures/${name}`),
  })
  const { script, style } = await packScript('site.tsx')
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  write('site.js', script)
  write('site.css', style)
  write('search.js', `showSections(${JSON.stringify(guide.sections)})\n`)
  for (const name of ['theme.js', 'favicon.svg'])
    cpSync(join(PROJECT, 'web/public', name), join(folder, name))
  cpSync(PICTURES, join(folder, 'pictures'), { recursive: true })
  for (const { path } of pagesOf(guide.contents)) {
    const page = guide.page(path)
    if (page) write(fileOf(path), pageText(page, guide.contents))
  }
}

const fileOf = (path: string): string => (path === 'README' ? 'index.html' : `${path}.html`)

/** A file of the site as a page links to it. */
const hrefFrom = (page: string, file: string): string => posix.relative(posix.dirname(page), file)

interface Entry {
  readonly path: string
  readonly title: string
}

const pagesOf = ({ parts }: GuideContentsBody): readonly Entry[] => [
  { path: 'README', title: 'Start' },
  ...parts.flatMap(({ pages }) => pages),
]

function pageText(page: GuidePageBody, contents: GuideContentsBody): string {
  const root = '../'.repeat(page.path.split('/').length - 1)
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · gamegrid</title>
<link rel="icon" href="${root}favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}site.css">
<script src="${root}theme.js"></script>
<script src="${root}site.js" defer></script>
</head>
<body>
<header class="site">
<a class="brand" href="${root}index.html"><img src="${root}favicon.svg" alt="" width="28" height="28"><span>gamegrid</span></a>
<nav aria-label="Site"></nav>
<div id="theme"></div>
</header>
<main class="content"><div class="help">
<aside class="help-side"><div id="search"></div>${contentsText(page.path, contents)}</aside>
<div class="help-main">
<div class="guide">${headingsText(page)}<article class="guide-text panel">${page.html}</article></div>
${neighboursText(page.path, contents)}
</div>
</div></main>
</body>
</html>
`
}

const linkText = (from: string, { path, title }: Entry, attributes = ''): string =>
  `<a href="${hrefFrom(from, fileOf(path))}"${attributes}>${title}</a>`

function contentsText(here: string, contents: GuideContentsBody): string {
  const link = ({ path, title }: Entry): string =>
    linkText(here, { path, title: escapeHtml(title) }, path === here ? ' aria-current="page"' : '')
  const parts = contents.parts.map(({ title, pages }) => {
    const items = pages.map((page) => `<li data-depth="${page.depth}">${link(page)}</li>`)
    return `<section><h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul></section>`
  })
  const first = link({ path: 'README', title: 'Start' })
  return `<details class="help-contents" open><summary>Contents</summary><nav class="small" aria-label="All pages">${first}${parts.join('')}</nav></details>`
}

function headingsText({ headings }: GuidePageBody): string {
  const items = headings
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(({ id, text, depth }) => `<li data-depth="${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`)
  if (items.length < 2) return ''
  return `<nav class="guide-contents small" aria-label="On this page"><ul>${items.join('')}</ul></nav>`
}

function neighboursText(here: string, contents: GuideContentsBody): string {
  const pages = pagesOf(contents)
  const at = pages.findIndex(({ path }) => path === here)
  const link = (entry: Entry | undefined, rel: string, word: string): string =>
    entry === undefined
      ? ''
      : linkText(
          here,
          { ...entry, title: `<span class="muted small">${word}</span> ${escapeHtml(entry.title)}` },
          ` rel="${rel}"`,
        )
  return `<nav class="help-neighbours" aria-label="Previous and next page">${link(pages[at - 1], 'prev', 'Previous')}${link(pages[at + 1], 'next', 'Next')}</nav>`
}

if (import.meta.main) {
  const folder = join(PROJECT, 'site')
  // Pages that are gone from the documentation are gone from the site.
  rmSync(folder, { recursive: true, force: true })
  await writeSite(folder)
  console.log(`Wrote ${join(folder, 'index.html')}`)
}
