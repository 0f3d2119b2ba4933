import { describe, expect, test } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { openSharedAnswers, type Question } from './shared-answers.ts'
import type { UpstreamAnswer } from './upstream.ts'

const answer = (text: string, more: Partial<UpstreamAnswer> = {}): UpstreamAnswer => ({
  status: 200,
  headers: {},
  body: Buffer.from(text),
  ...more,
})

/** An arena whose answers the test gives, one after the other. */
function openDesk() {
  const asked: { readonly by: string; answer(given: UpstreamAnswer): void; fail(): void }[] = []
  const question = (by = 'a', key = 'k', keepMs = 0): Question => ({
    key,
    asker: by,
    keepMs,
    ask() {
      const { promise, resolve, reject } = deferred<UpstreamAnswer>()
      asked.push({ by, answer: resolve, fail: () => reject(new Error('lost')) })
      return promise
    },
  })
  /** The request with this number, as soon as it is sent. */
  const sent = async (index: number) => {
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBeGreaterThan(index)
    const one = asked[index]
    if (!one) throw new Error('no request')
    return one
  }
  return { asked, question, sent }
}

const texts = async (answers: readonly Promise<UpstreamAnswer>[]): Promise<readonly string[]> =>
  (await Promise.all(answers)).map(({ body }) => body.toString())

describe('equal questions', () => {
  test('that come while a request is under way wait for the next one, and share it', async () => {
    const { asked, question, sent } = openDesk()
    const shared = openSharedAnswers({ paceMs: 1 })
    const first = shared.answer(question())
    const later = [shared.answer(question()), shared.answer(question())]
    const other = shared.answer(question('a', 'other'))
    expect(asked).toHaveLength(2)
    ;(await sent(0)).answer(answer('old'))
    ;(await sent(1)).answer(answer('other'))
    ;(await sent(2)).answer(answer('new'))
    expect(await texts([first, ...later, other])).toEqual(['old', 'new', 'new', 'other'])
    expect(asked).toHaveLength(3)
  })

  test('are all asked again after they expired, and their old answers are still there', async () => {
    const { asked, question, sent } = openDesk()
    const shared = openSharedAnswers({ paceMs: 1 })
    const keys = ['k', 'l', 'm']
    for (const [index, key] of keys.entries()) {
      const told = shared.answer(question('a', key, 60_000))
      ;(await sent(index)).answer(answer(`old ${key}`))
      await told
    }
    shared.expire()
    expect(keys.map((key) => shared.stale(key)?.body.toString())).toEqual(['old k', 'old l', 'old m'])
    const told = keys.map((key) => shared.answer(question('a', key, 60_000)))
    for (const [index, key] of keys.entries()) (await sent(3 + index)).answer(answer(`new ${key}`))
    expect(await texts(told)).toEqual(['new k', 'new l', 'new m'])
    expect(asked).toHaveLength(6)
  })

  test('are asked again at once after an answer, unless the answer may be kept', async () => {
    const { asked, question, sent } = openDesk()
    const shared = openSharedAnswers({ paceMs: 1 })
    const kept = { headers: { 'cache-control': 'public, max-age=600' } }
    for (const [index, given] of [answer('one'), answer('two', kept)].entries()) {
      const told = shared.answer(question())
      ;(await sent(index)).answer(given)
      await told
    }
    expect(await texts([shared.answer(question()), shared.answer(question('b'))])).toEqual(['two', 'two'])
    expect(asked).toHaveLength(2)
  })

  test.each([
    ['may not be stored', { headers: { 'cache-control': 'no-store' } }],
    ['gives a cookie', { headers: { 'set-cookie': ['session=1'] } }],
    ['is a refusal of this client', { status: 403 }],
  ])('do not share an answer that %s', async (_why, more) => {
    const { asked, question, sent } = openDesk()
    const shared = openSharedAnswers({ paceMs: 1 })
    const first = shared.answer(question('a', 'k', 600_000))
    const both = ['b', 'c'].map((by) => shared.answer(question(by, 'k', 600_000)))
    ;(await sent(0)).answer(answer('for a', more))
    ;(await sent(1)).answer(answer('for b', more))
    ;(await sent(2)).answer(answer('for c', more))
    expect(await texts([first, ...both])).toEqual(['for a', 'for b', 'for c'])
    void shared.answer(question('d', 'k', 600_000))
    expect((await sent(3)).by).toBe('d')
    expect(asked).toHaveLength(4)
  })

  test('share a limit with the clients of the same address, and with no other', async () => {
    const { asked, question, sent } = openDesk()
    const shared = openSharedAnswers({ paceMs: 1 })
    const first = shared.answer(question('z'))
    const waiting = ['a', 'b', 'a'].map((by) => shared.answer(question(by)))
    ;(await sent(0)).answer(answer('first'))
    ;(await sent(1)).answer(answer('slow down', { status: 429 }))
    ;(await sent(2)).answer(answer('here you are'))
    expect(await texts([first, ...waiting])).toEqual(['first', 'slow down', 'here you are', 'slow down'])
    expect(asked.map(({ by }) => by)).toEqual(['z', 'a', 'b'])
  })

  test('all fail if the arena is lost, and what was kept is still there', async () => {
    const { question, sent } = openDesk()
    const shared = openSharedAnswers({ paceMs: 1 })
    const page = answer('page')
    shared.keep('page', page)
    const lost = [shared.answer(question()), shared.answer(question())].map((told) => told.catch(String))
    ;(await sent(0)).fail()
    ;(await sent(1)).fail()
    expect(await Promise.all(lost)).toEqual(['Error: lost', 'Error: lost'])
    expect(shared.stale('page')).toBe(page)
  })
})
