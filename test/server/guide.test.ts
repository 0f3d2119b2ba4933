import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tellClient } from '../../src/server/client-command.ts'
import { openGuide } from '../../src/server/guide.ts'
import { TRANSCRIPTS } from '../../src/wires/torus-tcp/transcript.fixture.ts'
import { root } from '../cli/run.ts'
import { listIn, openTestArena, textIn, type TestArena } from './arena.fixture.ts'

const guide = openGuide()
const PATHS = globSync('**/*.md', { cwd: join(root, 'docs') }).map((file) => file.replace(/\.md$/, ''))

let arena: TestArena
beforeAll(async () => {
  arena = await openTestArena()
})
afterAll(() => arena[Symbol.asyncDispose]())

describe('the guide', () => {
  test('is answered page by page', async () => {
    const { status, body } = await arena.request('/api/v1/guide/rules/quoridor')
    expect(status).toBe(200)
    expect(body).toMatchObject({ path: 'rules/quoridor', title: expect.stringMatching(/quoridor/i) })
    expect(listIn(body, 'headings').length).toBeGreaterThan(1)
    expect(textIn((await arena.request('/api/v1/guide/bots')).body, 'title')).toBe('Upload a bot')
  })

  test.each(PATHS)(
    '%s has a title, headings that its page has, and nothing that a strict policy forbids',
    (path) => {
      const page = guide.page(path)!
      expect(page.title).not.toBe('')
      for (const { id, depth } of page.headings) expect(page.html).toContain(`<h${depth} id="${id}">`)
      expect(page.html).not.toMatch(/<script|<[^>]+ (?:style|on\w+)=/)
      expect(page.html).not.toMatch(/&amp;(?:lt|gt|quot|amp|#39);/)
    },
  )

  test.each(PATHS)('%s has links that lead to pages and headings of the guide', (path) => {
    const links = [...guide.page(path)!.html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href = '']) => href)
    for (const href of links.filter((one) => !/^https?:/.test(one))) {
      const matched = /^(?:\/help(?:\/([^#]+))?)?(?:#(.*))?$/.exec(href)
      expect([href, matched !== null]).toEqual([href, true])
      const [, target = href.startsWith('/help') ? 'README' : path, anchor] = matched ?? []
      const there = guide.page(target)
      expect([href, there !== undefined]).toEqual([href, true])
      if (anchor !== undefined)
        expect([href, there?.headings.some(({ id }) => id === anchor)]).toEqual([href, true])
    }
  })

  test.each(TRANSCRIPTS)('shows the transcript $file as it is', ({ text }) => {
    const escaped = text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    expect(guide.page('wire/torus-tron')!.html.replaceAll('&#39;', "'")).toContain(`${escaped}</code></pre>`)
  })

  test.each(PATHS.filter((path) => path.startsWith('rules/')))(
    '%s has a stored match to step through, of the players that it names',
    (path) => {
      const [, id = '', record = '', names] =
        / data-record="\{&quot;gamegrid&quot;:1,&quot;challenge&quot;:&quot;([\w-]+)([^"]*)"><code>(.*)\n/.exec(
          guide.page(path)!.html,
        ) ?? []
      const players = [...record.matchAll(/&quot;bot&quot;:&quot;([^&]*)/g)].map(([, bot]) => bot)
      expect(names).toBe(`${id}: ${players.join(' against ')}`)
      expect(record).toContain('{&quot;event&quot;:&quot;over&quot;')
    },
  )

  test('has all its pages in the contents, once', async () => {
    const { status, body } = await arena.request('/api/v1/guide')
    expect(status).toBe(200)
    expect(body).toEqual(guide.contents)
    const pages = guide.contents.parts.flatMap((part) => part.pages)
    expect(pages.map(({ path }) => path).toSorted()).toEqual(
      PATHS.filter((path) => path !== 'README').toSorted(),
    )
    for (const { path, title } of pages) expect([path, title]).toEqual([path, guide.page(path)?.title])
    expect(pages.find(({ path }) => path === 'decisions/sandbox')?.depth).toBe(1)
  })

  test('has sections to search in, each with an anchor that its page has', async () => {
    const { status, body } = await arena.request('/api/v1/guide-sections')
    expect(status).toBe(200)
    expect(listIn(body, 'sections')).toHaveLength(guide.sections.length)
    expect(JSON.stringify(body)).toContain(`npx ${arena.url}/gamegrid.tgz`)
    for (const path of PATHS)
      expect(
        guide.sections.filter((section) => section.path === path).map(({ id, heading }) => [id, heading]),
      ).toEqual(guide.page(path)?.headings.map(({ id, text }) => [id, text]))
  })

  test('has a first page', async () => {
    const { status, body } = await arena.request('/api/v1/guide/README')
    expect(status).toBe(200)
    expect(textIn(body, 'html')).toContain('<a href="/help/rules/quoridor">')
  })

  test('tells contestants to type the address of the arena, and organisers to use all of gamegrid', async () => {
    const { html } = (await arena.request('/api/v1/guide/kits')).body
    expect(html).toContain(`npx ${arena.url}/gamegrid.tgz new-bot`)
    expect(html).not.toMatch(/npx gamegrid (?:new-bot|play|check)/)
    const pages = PATHS.map((path) => tellClient(guide.page(path)!.html, 'http://arena'))
    expect(pages.join('')).toContain('npx gamegrid serve')
    expect(pages.join('')).not.toMatch(/gamegrid\.tgz serve|http:\/\/ARENA/)
  })

  test('names files outside of it without a link', () => {
    const { html } = guide.page('extending')!
    expect(html).toContain('<code>ARCHITECTURE.md</code>')
    expect(html).not.toMatch(/href="[^"]*(?:\.ts|\.\.)/)
  })

  test.each([
    '..%2f..%2fpackage',
    '..%2fREADME',
    'rules/..%2f..%2fREADME',
    'rules%2fquoridor%00',
    'wire/..%5c..%5cREADME',
    'pictures/arena.webp',
    'bots.md',
    'nothing',
  ])('has no page %s', async (path) => {
    const { status, body } = await arena.request(`/api/v1/guide/${path}`)
    expect([status, body['message']]).toEqual([
      404,
      expect.stringMatching(/^There is no page ".*" in the guide$/),
    ])
  })

  test('has its pictures beside it, and no other file', async () => {
    const picture = await fetch(`${arena.url}/guide-files/pictures/arena.webp`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    await picture.body?.cancel()
    for (const path of ['..%2fbots.md', '%2e%2e/bots.md', '..%2f..%2fpackage.json']) {
      const { status } = await fetch(`${arena.url}/guide-files/pictures/${path}`)
      expect([path, status >= 400]).toEqual([path, true])
    }
  })
})
