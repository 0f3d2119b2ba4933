import { expect, test } from 'vitest'
import { numberIn, openTestArena, said, textIn } from './arena.fixture.ts'
import { operationsOf, type Operation } from './contract.fixture.ts'

/** Streams stay open: they tell that something has changed, and what is public of it. */
const isStream = ({ responses }: Operation): boolean =>
  Object.entries(responses).some(
    ([status, one]) => status === '101' || JSON.stringify(one ?? '').includes('text/event-stream'),
  )

test('no page of the API tells a team, or a stranger, what is for the organiser, another team or a judge', async () => {
  await using arena = await openTestArena()
  const organiser = await arena.organiser()
  const ann = await arena.register('Ann')
  const bob = await arena.register('Bob')
  const made = await organiser.request('/api/v1/tournaments', {
    method: 'POST',
    json: {
      name: 'Cup',
      challenge: 'tic-tac-toe',
      format: 'round-robin',
      entrants: ['house:first', 'house:random'],
      entry: 'approval',
    },
  })
  const contest = `/api/v1/tournaments/${numberIn(made.body, 'id')}`
  const join = textIn(made.body, 'join')
  const code = join.split('/').at(-1) ?? ''
  await bob.request(`/api/v1${join}`, { method: 'POST', json: { members: 'Bob Secretson' } })
  const bot = await bob.request('/api/v1/bots', {
    method: 'POST',
    json: { challenge: 'tic-tac-toe', name: 'b' },
  })
  // Another team decides nothing for Bob, and no bot of Bob plays for it.
  const bots = numberIn(bot.body, 'id')
  await ann.request(`/api/v1${join}`, { method: 'POST', json: {} })
  for (const [team, plays] of [
    [bob.id, 'wire'],
    [ann.id, `bot:${bots}`],
  ] as const)
    expect(
      (await ann.request(`${contest}/teams/${team}/plays`, { method: 'PUT', json: { plays } })).status,
    ).toBe(403)
  expect(said(await ann.request(`${contest}/teams/${bob.id}`, { method: 'DELETE' }))).toEqual([
    403,
    'forbidden',
  ])

  await organiser.request(`${contest}/teams/${bob.id}`, { method: 'PUT', json: { state: 'in' } })
  await organiser.request(`${contest}/entry`, { method: 'PUT', json: { entry: 'closed' } })
  const invited = await organiser.request(`${contest}/judges`, {
    method: 'POST',
    json: { name: 'Ada Judge' },
  })
  const token = textIn(invited.body, 'token')
  const marked = await arena.request('/api/v1/judging/marks', {
    method: 'PUT',
    json: { entrant: 'house:random', points: 13.7 },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(marked.status).toBe(200)
  const webhook = await organiser.request('/api/v1/webhooks', {
    method: 'POST',
    json: { url: 'http://127.0.0.1:9999/w7hi5per', events: ['tournament.paused'] },
  })
  const secret = textIn(webhook.body, 'secret')
  const start = await organiser.request(`${contest}/start?unready=by-wire`, { method: 'POST' })
  expect(start.body).toMatchObject({ status: 'running', join: null })

  const names: Readonly<Record<string, number | string>> = {
    tournament: numberIn(made.body, 'id'),
    player: bob.id,
    bot: bots,
    code,
    judge: 1,
    webhook: 1,
    challenge: 'tic-tac-toe',
  }
  const { body } = await arena.request('/openapi.json')
  const reads = operationsOf(body).filter((one) => one.method === 'GET' && !isStream(one))
  expect(reads.length).toBeGreaterThan(50)
  const never = [secret.slice(6), token]
  const organisers = [...never, 'Bob Secretson', 'Ada Judge', 'w7hi5per', `"points":13.7`, `"judged":13.7`]
  const shown = { 'no key': 0, 'a team': 0, 'the organiser': 0 }
  for (const { path } of reads) {
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(names[name] ?? 1))
    for (const [reader, by, secrets] of [
      ['no key', arena, organisers],
      ['a team', ann, organisers],
      // The organiser sees all of it, but no secret a second time.
      ['the organiser', organiser, never],
    ] as const) {
      const { status, text } = await by.request(address)
      if (status === 200) shown[reader]++
      const told = secrets.filter((one) => text.includes(one))
      expect([reader, address, told]).toEqual([reader, address, []])
      // The code of a contest that takes no more teams is known to those alone that have it.
      if (by !== organiser && !address.includes(code))
        expect([reader, address, text.includes(code)]).toEqual([reader, address, false])
    }
  }
  expect(shown['no key']).toBeGreaterThan(30)
  expect(shown['a team']).toBeGreaterThanOrEqual(shown['no key'])
  expect(shown['the organiser']).toBeGreaterThan(shown['a team'])
  const pages = ['readiness', 'judges', 'marks'].map((page) => `${contest}/${page}`)
  const seen = await Promise.all(
    [...pages, '/api/v1/webhooks'].map(async (page) => (await organiser.request(page)).text),
  )
  for (const one of ['Bob Secretson', 'Ada Judge', 'w7hi5per', `"points":13.7`])
    expect(seen.join()).toContain(one)
})
