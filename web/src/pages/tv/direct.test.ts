import { describe, expect, test } from 'vitest'
import { direct, goBack, goOn, hold, type Facts, type OnAir, type Scene } from './direct.ts'
import { FINAL, SEMI_FINAL } from './stakes.ts'

const NOTHING: Facts = {
  status: undefined,
  canJoin: false,
  playing: [],
  replays: [],
  standings: 0,
  brackets: [],
  slides: [],
}
const SLIDES = [
  { name: 'a.png', url: '/slides/a.png?v=1' },
  { name: 'b.png', url: '/slides/b.png?v=1' },
]
const live = (...ids: readonly number[]): Facts['playing'] => ids.map((match) => ({ match, rank: 0 }))

const nameOf = (scene: Scene): string =>
  scene.kind === 'boards' ? `boards ${scene.slots.map(({ match }) => match).join(' ')}` : scene.id

/** What is shown when the director is asked each second; `facts` may change with the second. */
function watch(seconds: number, facts: Facts | ((second: number) => Facts), from?: OnAir): readonly string[] {
  let air = from
  const shown: string[] = []
  for (let second = 0; second <= seconds; second++) {
    air = direct(air, typeof facts === 'function' ? facts(second) : facts, second * 1000)
    const name = nameOf(air.scene)
    if (shown.at(-1) !== name) shown.push(name)
  }
  return shown
}

describe('boards', () => {
  test('alone stay on air, in their places', () => {
    expect(watch(300, { ...NOTHING, playing: live(4) })).toEqual(['boards 4'])
    expect(watch(300, { ...NOTHING, playing: live(4, 5, 6) })).toEqual(['boards 4 5 6'])
    expect(
      watch(300, (second) => ({
        ...NOTHING,
        playing: [4, 5]
          .map((match) => ({ match, rank: (match * second) % 7 }))
          .map((one) => ({ ...one, rank: one.rank / 10 })),
      })),
    ).toEqual(['boards 4 5'])
  })

  test('of a final are alone, and nothing else is shown while it is played', () => {
    const playing = [...live(1, 2), { match: 9, rank: FINAL }]
    expect(watch(300, { ...NOTHING, status: 'running', standings: 1, slides: SLIDES, playing })).toEqual([
      'boards 9',
    ])
  })

  test('of semi-finals leave out lesser matches', () => {
    const playing = [...live(1), { match: 7, rank: SEMI_FINAL }, { match: 8, rank: SEMI_FINAL }]
    expect(watch(10, { ...NOTHING, playing })).toEqual(['boards 7 8'])
  })

  test('a final that begins takes the air at once', () => {
    const facts = (second: number): Facts => ({
      ...NOTHING,
      status: 'running',
      slides: SLIDES,
      playing: [...live(1), ...(second < 22 ? [] : [{ match: 9, rank: FINAL }])],
    })
    expect(watch(30, facts)).toEqual(['boards 1', 'slide a.png', 'boards 9'])
  })

  test('beyond six take turns, and the two most important ones are always there', () => {
    const playing = [...live(1, 2, 3, 4, 5, 6, 7, 8), { match: 20, rank: 0.5 }, { match: 21, rank: 0.4 }]
    expect(watch(41, { ...NOTHING, playing })).toEqual([
      'boards 20 21 1 2 3 4',
      'boards 20 21 5 6 7 8',
      'boards 20 21 1 2 3 4',
    ])
  })

  test('a result stays for eight seconds, then another match takes its place', () => {
    const facts = (second: number): Facts => ({
      ...NOTHING,
      playing: second < 5 ? live(1, 2, 3, 4, 5, 6, 7) : live(1, 2, 4, 5, 6, 7),
    })
    expect(watch(12, facts)).toEqual(['boards 1 2 3 4 5 6'])
    expect(watch(13, facts)).toEqual(['boards 1 2 3 4 5 6', 'boards 1 2 7 4 5 6'])
  })
})

describe('a finished match is never rested on', () => {
  test.each([
    ['in a contest that goes on', { ...NOTHING, status: 'running', standings: 1 }, 'standings 0'],
    ['in a contest that is over', { ...NOTHING, status: 'over', standings: 1 }, 'podium'],
    ['without a contest', NOTHING, 'wait'],
  ] satisfies readonly (readonly [string, Facts, string])[])('%s', (_, after, next) => {
    const facts = (second: number): Facts => (second < 5 ? { ...after, playing: live(1) } : after)
    expect(watch(12, facts)).toEqual(['boards 1'])
    expect(watch(13, facts)).toEqual(['boards 1', next])
  })

  test('beside others that are still played', () => {
    const facts = (second: number): Facts => ({
      ...NOTHING,
      playing: second < 5 ? live(1, 2, 3) : live(1, 3),
    })
    expect(watch(60, facts)).toEqual(['boards 1 2 3', 'boards 1 3'])
  })
})

describe('between the boards', () => {
  test('other scenes take turns, the newest first', () => {
    const facts: Facts = {
      ...NOTHING,
      status: 'running',
      playing: live(1),
      standings: 1,
      brackets: [0],
      slides: SLIDES,
      replays: [{ match: 3, words: 'Upset' }],
    }
    expect(watch(180, facts)).toEqual(
      ['replay 3', 'standings 0', 'bracket 0', 'slide a.png', 'slide b.png', 'standings 0'].flatMap(
        (name) => ['boards 1', name],
      ),
    )
  })

  test('a slide that is taken away leaves the air, and a new one comes', () => {
    const facts = (second: number): Facts => ({
      ...NOTHING,
      playing: live(1),
      slides: second < 23 ? SLIDES.slice(0, 1) : SLIDES.slice(1),
    })
    expect(watch(45, facts)).toEqual(['boards 1', 'slide a.png', 'boards 1', 'slide b.png'])
  })
})

test('before a contest the join code comes back after every other scene, until entry closes', () => {
  const facts = (second: number): Facts => ({
    ...NOTHING,
    status: 'waiting',
    canJoin: second < 45,
    standings: 1,
    slides: SLIDES,
  })
  expect(watch(60, facts)).toEqual([
    'join',
    'standings 0',
    'join',
    'slide a.png',
    'join',
    'slide b.png',
    'wait',
  ])
})

test('between rounds standings, bracket, replays and slides take turns', () => {
  const facts: Facts = {
    ...NOTHING,
    status: 'running',
    standings: 2,
    brackets: [0],
    replays: [{ match: 5 }],
    slides: SLIDES.slice(0, 1),
  }
  expect(watch(69, facts)).toEqual([
    'replay 5',
    'standings 0',
    'standings 1',
    'bracket 0',
    'slide a.png',
    'wait',
  ])
})

test('the podium comes back after every other scene', () => {
  const facts: Facts = { ...NOTHING, status: 'over', standings: 1, brackets: [0], replays: [{ match: 5 }] }
  expect(watch(99, facts)).toEqual(['podium', 'replay 5', 'podium', 'standings 0', 'podium', 'bracket 0'])
})

test('a person goes on and back, and holds the picture', () => {
  const facts: Facts = { ...NOTHING, status: 'running', playing: live(1), standings: 1, slides: SLIDES }
  const first = direct(undefined, facts, 0)
  const second = goOn(first, facts, 1000)
  const third = goOn(second, facts, 2000)
  expect([first, second, third].map(({ scene }) => nameOf(scene))).toEqual([
    'boards 1',
    'standings 0',
    'boards 1',
  ])
  expect(nameOf(goBack(second, facts, 3000).scene)).toBe('boards 1')
  expect(goBack(first, facts, 3000)).toBe(first)
  expect(hold(first, facts, 900_000)).toBe(first)
  expect(hold(first, { ...facts, playing: [] }, 900_000).scene).toEqual({
    id: 'boards',
    kind: 'boards',
    slots: [{ match: 1, endedAt: 900_000 }],
  })
})

test('hours of matches need no more memory than minutes', () => {
  let air: OnAir | undefined
  for (let second = 0; second < 6 * 3600; second++)
    air = direct(
      air,
      {
        ...NOTHING,
        status: 'running',
        playing: live(second, second + 1, second + 2),
        replays: [{ match: second - 1 }],
        standings: 1,
      },
      second * 1000,
    )
  expect(air?.past.length).toBeLessThanOrEqual(20)
  expect(air?.shown.size).toBeLessThan(2000)
})
