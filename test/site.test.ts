import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSite } from '../scripts/site.ts'
import { root } from './cli/run.ts'

/** The documentation as a static site, as `npm run site` writes it. */
const folder = mkdtempSync(join(tmpdir(), 'gamegrid-site-'))
const files = new Set<string>()
beforeAll(async () => {
  await writeSite(folder)
  for (const file of globSync('**/*.*', { cwd: folder })) files.add(file)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8')
const pages = (): readonly string[] => [...files].filter((file) => file.endsWith('.html'))

test('has a page for every page of docs', () => {
  const written = globSync('**/*.md', { cwd: join(root, 'docs') }).map((file) =>
    file === 'README.md' ? 'index.html' : file.replace(/\.md$/, '.html'),
  )
  expect(pages().toSorted()).toEqual(written.toSorted())
})

test('every link of every page leads to a file of the site and to a heading that is there', () => {
  const anchors = new Map(
    pages().map((page) => [page, new Set([...textOf(page).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]),
  )
  let count = 0
  for (const page of pages())
    for (const [, link = ''] of textOf(page).matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (/^https?:/.test(link)) continue
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : posix.join(posix.dirname(page), path)
      expect([page, link, files.has(target)]).toEqual([page, link, true])
      if (anchor !== undefined)
        expect([page, link, anchors.get(target)?.has(decodeURIComponent(anchor))]).toEqual([page, link, true])
      count += 1
    }
  expect(count).toBeGreaterThan(1000)
})

test('loads nothing from elsewhere, and its search knows every page', () => {
  for (const page of pages())
    for (const [tag] of textOf(page).matchAll(/<(?:script|link|img)\b[^>]*>/g))
      expect([page, tag]).toEqual([page, expect.not.stringMatching(/(?:href|src)="(?:https?:)?\/\//)])
  const [, json = ''] = /^showSections\(([^]*)\)\n$/.exec(textOf('search.js')) ?? []
  const sections = JSON.parse(json) as readonly { readonly path: string }[]
  expect(new Set(sections.map(({ path }) => path)).size).toBe(pages().length)
  // A module would not load from a file.
  expect(textOf('site.js')).not.toMatch(/^(?:import|export) /m)
})
