import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listIn, openTestArena, storeOf, until, type TestArena, type TestPlayer } from './arena.fixture.ts'

let arena: TestArena
let organiser: TestPlayer
const NAME = 'Cup <1> & "friends" \u0007'
beforeAll(async () => {
  arena = await openTestArena()
  organiser = await arena.organiser()
  const made = await organiser.request('/api/v1/tournaments', {
    method: 'POST',
    json: {
      name: NAME,
      challenge: 'tic-tac-toe',
      format: 'round-robin',
      entrants: ['house:first', 'house:random', 'house:perfect'],
      // With another seed two of them may share the first place.
      seed: 5,
    },
  })
  expect(made.status).toBe(201)
  await organiser.request('/api/v1/tournaments/1/start', { method: 'POST' })
  await isOver()
})
afterAll(() => arena[Symbol.asyncDispose]())

const isOver = () =>
  until(async () =>
    (await arena.request('/api/v1/tournaments/1')).body['status'] === 'over' ? true : undefined,
  )

const read = (text: string) => {
  expect(XMLValidator.validate(text)).toBe(true)
  const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'entry' })
  return parser.parse(text).feed as Feed
}

interface Feed {
  readonly '@_xmlns': string
  readonly id: string
  readonly title: string
  readonly author: unknown
  readonly link: readonly Link[]
  readonly entry: readonly Entry[]
}

interface Link {
  readonly '@_rel': string
  readonly '@_href': string
}

interface Entry {
  readonly id: string
  readonly title: string
  readonly updated: string
  readonly content: { readonly '#text': string }
  readonly link: Link
}

test('the feed of a contest has its end and every match, with absolute links', async () => {
  const { status, headers, text } = await arena.request('/contests/1/feed.atom')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  const feed = read(text)
  expect(feed['@_xmlns']).toBe('http://www.w3.org/2005/Atom')
  expect(feed.author).toEqual({ name: 'gamegrid' })
  expect(feed.title).toContain('Cup <1> & "friends"')
  expect(feed.link.map((link) => [link['@_rel'], link['@_href']])).toEqual([
    ['self', `${arena.url}/contests/1/feed.atom`],
    ['alternate', `${arena.url}/contests/1`],
  ])
  const matches = listIn((await arena.request('/api/v1/tournaments/1')).body, 'matches')
  expect(feed.entry).toHaveLength(1 + matches.length)
  expect(feed.entry[0]?.title).toMatch(/: over, .+ won$/)
  for (const entry of feed.entry) {
    expect(entry.id).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
    expect(Number.isNaN(Date.parse(entry.updated))).toBe(false)
    expect(entry.link['@_href']).toMatch(new RegExp(`^${arena.url}/(?:matches|contests)/\\d+$`))
  }
  const ids = feed.entry.map(({ id }) => id)
  expect(new Set([feed.id, ...ids]).size).toBe(ids.length + 1)
})

test('ids stay the same after a restart at another address, and an unchanged feed has no body', async () => {
  const idsOf = (text: string) => [...text.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id)
  for (const path of ['/feeds/contests.atom', '/contests/1/feed.atom']) {
    const first = await arena.request(path)
    expect(read(first.text).entry.length).toBeGreaterThan(0)
    const etag = first.headers.get('etag') ?? ''
    const ask = async (headers: Readonly<Record<string, string>>) =>
      (await arena.request(path, { headers })).status
    expect(await ask({ 'if-none-match': etag })).toBe(304)
    expect(await ask({ 'if-none-match': '"other"' })).toBe(200)
    // What has changed without a new entry, as by a start or a ruling, must not be missed.
    expect(await ask({ 'if-modified-since': new Date().toUTCString() })).toBe(200)
    await arena.restart()
    const again = await arena.request(path)
    expect(idsOf(again.text)).toEqual(idsOf(first.text))
    expect(again.text).toContain(arena.url)
  }
})

test.each(['/feeds/contests.atom', '/contests/1/feed.atom'])(
  '%s reads the results of a contest once: that takes all of its matches',
  async (path) => {
    const results = vi.spyOn(storeOf(arena), 'contestResults')
    expect((await arena.request(path)).status).toBe(200)
    expect(results).toHaveBeenCalledOnce()
    results.mockRestore()
  },
)

test('a match that was annulled says so and names the one that replaced it', async () => {
  const [first] = listIn((await arena.request('/api/v1/tournaments/1')).body, 'schedule')
  const before = await arena.request('/contests/1/feed.atom')
  const answer = await organiser.request('/api/v1/tournaments/1/replays', {
    method: 'POST',
    json: { key: first?.['key'], reason: 'the <cable> was out' },
  })
  expect(answer.status).toBe(200)
  await isOver()
  const after = await arena.request('/contests/1/feed.atom')
  const [old, now] = [before, after].map(({ text }) => read(text).entry.slice(1))
  const gone = now?.filter(({ title }) => title.startsWith('Annulled: ')) ?? []
  expect(gone).toHaveLength(1)
  expect(gone[0]?.content['#text']).toMatch(
    /^Does not count: played again as match \d+\. Reason: the <cable> was out$/,
  )
  // The same entry in the list of a reader, and one more.
  const same = old?.find(({ id }) => id === gone[0]?.id)
  expect(gone[0]?.title).toBe(`Annulled: ${same?.title}`)
  expect(now).toHaveLength((old?.length ?? 0) + 1)
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
})

test('there is no feed of a contest that does not exist', async () => {
  expect((await arena.request('/contests/77/feed.atom')).status).toBe(404)
})
