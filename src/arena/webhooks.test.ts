import { expect, test, vi } from 'vitest'
import { ok } from '../base/result.ts'
import type { PostJson } from '../protocols/post-json.ts'
import { ALL, newStores, tell } from '../store/new-store.fixture.ts'
import type { LogEntry, Store } from '../store/store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { openWebhooks } from './webhooks.ts'

const newStore = newStores()
const newFolder = tempFolders()

interface Sent {
  readonly url: string
  readonly id: string
  readonly type: string
}

/** Webhooks of a store whose receivers give these answers in turn, and then take everything. */
function open(store: Store, ...statuses: number[]) {
  const sent: Sent[] = []
  const failures: string[] = []
  const post: PostJson = async (url, body, { headers }) => {
    const text = JSON.stringify(body)
    sent.push({ url, id: headers?.(text)['webhook-id'] ?? '', type: (JSON.parse(text) as Sent).type })
    return ok({ status: statuses.shift() ?? 200 })
  }
  const webhooks = openWebhooks({
    store,
    post,
    backOff: () => 1e12,
    onFailure: (error) => void failures.push(String(error)),
  })
  return { webhooks, sent, failures }
}

const created = (tournament: number): LogEntry => ({
  kind: 'tournament-created',
  tournament,
  name: `Cup ${tournament}`,
  challenge: 'tic-tac-toe',
  header: {},
})

const moved = (status: 'running' | 'paused'): LogEntry => ({
  kind: 'tournament-moved',
  tournament: 1,
  status,
})

const isDone = (store: Store, webhook: number): boolean =>
  store.webhookDeliveries(webhook, ALL).every(({ attempts }) => attempts > 0)

test('what the log had when the process was killed is told once, to each webhook what it wants from its own beginning on', async () => {
  const folder = newFolder()
  {
    using store = newStore(folder)
    tell(store, created(1), moved('running'))
    const { webhooks } = open(store)
    webhooks.add('http://a.example/', ['tournament.paused'])
    webhooks.add('http://b.example/', ['tournament.paused', 'tournament.running'])
    await webhooks[Symbol.asyncDispose]()
    // Killed before it was queued.
    tell(store, moved('paused'), moved('running'))
  }
  const ids: string[] = []
  {
    using store = newStore(folder)
    const { webhooks, sent, failures } = open(store, 500)
    await vi.waitFor(() => expect([1, 2].map((id) => isDone(store, id))).toEqual([true, true]), 60_000)
    expect(sent.map(({ url, type }) => [url, type]).toSorted()).toEqual([
      ['http://a.example/', 'tournament.paused'],
      ['http://b.example/', 'tournament.paused'],
      ['http://b.example/', 'tournament.running'],
    ])
    ids.push(...sent.map(({ id }) => id))
    expect(new Set(ids).size).toBe(3)
    expect(failures).toEqual([])
    await webhooks[Symbol.asyncDispose]()
  }
  using store = newStore(folder)
  const { webhooks, sent } = open(store)
  expect([1, 2].map((id) => store.webhookDeliveries(id, ALL).length)).toEqual([1, 2])
  const failed = [1, 2]
    .flatMap((id) => store.webhookDeliveries(id, ALL))
    .filter(({ state }) => state === 'owed')
  expect(failed).toHaveLength(1)
  for (const delivery of failed) webhooks.resend(delivery)
  await vi.waitFor(() => expect(sent).toHaveLength(1), 60_000)
  // The id is the same as before the restart.
  expect(ids).toContain(sent[0]?.id)
  await webhooks[Symbol.asyncDispose]()
})

test('a webhook that is added or removed while others wait changes nothing for these', async () => {
  using store = newStore()
  tell(store, created(1))
  const { webhooks, sent } = open(store)
  webhooks.add('http://a.example/', [])
  tell(store, moved('running'))
  // The news of this turn of the event loop is queued after it: the new webhook is not told what was before it.
  webhooks.add('http://b.example/', [])
  await vi.waitFor(() => expect(sent.map(({ url }) => url)).toEqual(['http://a.example/']), 60_000)
  webhooks.remove(1)
  tell(store, moved('paused'))
  await vi.waitFor(() => expect(sent).toHaveLength(2), 60_000)
  expect(sent[1]).toMatchObject({ url: 'http://b.example/', type: 'tournament.paused' })
  await webhooks[Symbol.asyncDispose]()
})

test('an entry that cannot be told is reported, and holds up no other', async () => {
  using store = newStore()
  tell(store, created(1))
  const { webhooks, sent, failures } = open(store)
  webhooks.add('http://a.example/', [])
  tell(store, { kind: 'tournament-result', tournament: 1, key: 'a', entry: 'no JSON' }, moved('paused'))
  await vi.waitFor(() => expect(sent.map(({ type }) => type)).toEqual(['tournament.paused']), 60_000)
  expect(failures).toEqual(['Error: tournament 1 has a result that cannot be read'])
  await webhooks[Symbol.asyncDispose]()
})
