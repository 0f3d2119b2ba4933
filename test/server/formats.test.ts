import { expect, test } from 'vitest'
import { listIn, openTestArena } from './arena.fixture.ts'

test('every format says what can be set, and how a form would draw it', async () => {
  await using arena = await openTestArena()
  const formats = listIn((await arena.request('/api/v1/formats')).body, 'formats')
  const optionsOf = (id: string) => listIn(formats.find((format) => format['id'] === id) ?? {}, 'options')
  expect(optionsOf('single-elimination')).toMatchObject([
    { name: 'bestOf', kind: 'number', min: 1, max: 99, step: 1, value: '1' },
    { name: 'extraPairs', kind: 'number', min: 0, value: '0' },
    { name: 'thirdPlace', kind: 'flag', value: 'yes' },
  ])
  expect(optionsOf('swiss')).toMatchObject([
    { name: 'rounds', kind: 'number', word: 'auto', value: 'auto' },
    { name: 'games', value: '2' },
    {
      name: 'tieBreaks',
      kind: 'list',
      choices: expect.arrayContaining(['buchholz', 'first-listed']),
      value: 'buchholz,sonneborn-berger,wins,head-to-head,round-difference',
    },
  ])
  expect(optionsOf('sprt')).toContainEqual(
    expect.objectContaining({ name: 'alpha', kind: 'number', value: '0.05' }),
  )
})

test('what a format says is usual is what it counts with', async () => {
  await using arena = await openTestArena()
  const formats = listIn((await arena.request('/api/v1/formats')).body, 'formats')
  expect(formats.length).toBeGreaterThan(6)
  for (const format of formats) {
    const count = (options: object) =>
      arena.request(`/api/v1/formats/${String(format['id'])}/count`, {
        method: 'POST',
        json: { entrants: 2, options },
      })
    const usual = listIn(format, 'options').map(({ name, value }) => [name, value])
    const { status, body } = await count(Object.fromEntries(usual))
    expect([format['id'], status]).toEqual([format['id'], 200])
    expect(body).toEqual((await count({})).body)
  }
})

test.each([
  ['round-robin', 8, {}, { least: 56, most: 56 }],
  ['round-robin', 8, { games: 1 }, { least: 28, most: 28 }],
  ['double-elimination', 8, {}, { least: 14, most: 15 }],
  ['double-elimination', 8, { reset: 'no' }, { least: 14, most: 14 }],
  ['sprt', 3, {}, { least: 0, most: 0 }],
])('%s of %i with %j is %j matches', async (format, entrants, options, expected) => {
  await using arena = await openTestArena()
  const { body } = await arena.request(`/api/v1/formats/${format}/count`, {
    method: 'POST',
    json: { entrants, options },
  })
  expect(body).toEqual(expected)
})

/** What takes many seconds here makes the whole arena stand still as long: anyone may ask it to count. */
const AT_ONCE = { timeout: 10_000 }

test('an option of thousands of digits that is no number is refused at once', AT_ONCE, async () => {
  await using arena = await openTestArena()
  const { status, body } = await arena.request('/api/v1/formats/sprt/count', {
    method: 'POST',
    json: { entrants: 2, options: { elo1: `${'1'.repeat(60_000)}x` } },
  })
  expect(status).toBe(400)
  expect(body).toMatchObject({ error: 'bad-setting', at: 'elo1' })
})

test('what cannot be counted is refused in one sentence', async () => {
  await using arena = await openTestArena()
  const ask = async (format: string, json: object): Promise<unknown[]> => {
    const { status, body } = await arena.request(`/api/v1/formats/${format}/count`, { method: 'POST', json })
    return [status, body['message']]
  }
  expect(await ask('lottery', { entrants: 4 })).toEqual([404, 'There is no format "lottery"'])
  expect(await ask('swiss', { entrants: 4, options: { games: 0 } })).toEqual([
    400,
    'Cannot set games to 0: expected a whole number from 1 to 1000',
  ])
  expect(await ask('swiss', { entrants: -1 })).toEqual([400, expect.stringContaining('body/entrants')])
})

test('a challenge says what can be set of its game, and what judges may give', async () => {
  await using arena = await openTestArena()
  const { body } = await arena.request('/api/v1/challenges/boost-tron')
  expect(body['judges']).toBe(20)
  const settings = listIn(body, 'settings')
  expect(settings).toContainEqual(
    expect.objectContaining({ name: 'width', kind: 'number', min: 3, max: 200, value: '130' }),
  )
  expect(settings).toContainEqual(
    expect.objectContaining({ name: 'edge', kind: 'choice', choices: ['wall', 'torus'], value: 'wall' }),
  )
  expect(settings).toContainEqual(
    expect.objectContaining({ name: 'starts', kind: 'text', value: '33,50,e 66,50,w' }),
  )
})

test('what a challenge says of its settings can be handed back as it is', async () => {
  await using arena = await openTestArena()
  const organiser = await arena.organiser()
  for (const { id } of listIn((await arena.request('/api/v1/challenges')).body, 'challenges')) {
    const { body } = await arena.request(`/api/v1/challenges/${String(id)}`)
    const settings = Object.fromEntries(listIn(body, 'settings').map(({ name, value }) => [name, value]))
    const made = await organiser.request('/api/v1/tournaments', {
      method: 'POST',
      json: {
        name: 'As usual',
        challenge: id,
        format: 'round-robin',
        entrants: ['house:random', 'house:first'],
        settings,
      },
    })
    expect([id, made.status, made.body['message']]).toEqual([id, 201, undefined])
  }
})

test('a refusal says which field of the form it belongs to', async () => {
  await using arena = await openTestArena()
  const organiser = await arena.organiser()
  const cup = {
    name: 'Cup',
    challenge: 'boost-tron',
    format: 'round-robin',
    entrants: ['house:random', 'house:first'],
  }
  const { name: _name, ...nameless } = cup
  for (const [json, at] of [
    [nameless, 'name'],
    [{ ...cup, name: '' }, 'name'],
    [{ ...cup, nodes: 'many' }, 'nodes'],
    [{ ...cup, settings: { width: { of: 'the board' } } }, 'settings.width'],
    [{ ...cup, settings: { width: 1 } }, 'settings.width'],
    [{ ...cup, options: { games: 0 } }, 'options.games'],
    [{ ...cup, entrants: ['house:random', 'house:nobody'] }, 'entrants.1'],
    [{ ...cup, challenge: 'chess' }, 'challenge'],
    [{ ...cup, format: 'race' }, 'format'],
    // The body as a whole is no part of it.
    [[], undefined],
  ] as const) {
    const { status, body } = await organiser.request('/api/v1/tournaments', { method: 'POST', json })
    expect([status, body['at']]).toEqual([400, at])
  }
})

test("the organiser alone sees each judge's mark", async () => {
  await using arena = await openTestArena()
  const organiser = await arena.organiser()
  const team = await arena.register('ann')
  const made = await organiser.request('/api/v1/tournaments', {
    method: 'POST',
    json: {
      name: 'Judged',
      challenge: 'boost-tron',
      format: 'round-robin',
      entrants: ['house:random', 'house:first'],
    },
  })
  const marks = `/api/v1/tournaments/${String(made.body['id'])}/marks`
  const mark = { judge: 'eve', entrant: 'house:first', points: 12.5 }
  for (const json of [{ ...mark, points: 3 }, mark, { ...mark, judge: 'bob' }])
    expect((await organiser.request(marks, { method: 'POST', json })).status).toBe(200)
  // A judge's later mark replaces the earlier one.
  expect((await organiser.request(marks)).body).toEqual({ marks: [{ ...mark, judge: 'bob' }, mark] })
  expect((await team.request(marks)).status).toBe(403)
  expect((await arena.request(marks)).status).toBe(401)
  expect((await organiser.request('/api/v1/tournaments/77/marks')).status).toBe(404)
})
