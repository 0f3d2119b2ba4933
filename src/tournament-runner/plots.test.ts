import { describe, expect, test } from 'vitest'
import type { ResultRating } from '../api/tournament-result.ts'
import type { Bracket, Tie } from '../tournament/bracket.ts'
import { addTime, NO_TIMES } from './move-times.ts'
import { bracketPlot } from './plot-bracket.ts'
import { costPlot, tokensPlot } from './plot-models.ts'
import { ratingPlot, shorten } from './plot-ratings.ts'
import { timePlot } from './plot-times.ts'
import type { ModelMeasure } from './measure-models.ts'
import { elementsOf, outside, select, type SvgElement } from './svg.fixture.ts'
import { makeTie } from './tournament.fixture.ts'

const rating = (name: string, elo: number, rounds = 4): ResultRating => ({
  name,
  elo,
  low: elo - 50,
  high: elo + 50,
  rounds,
  different: rounds,
  points: 0,
  superiority: [],
})

const texts = (all: readonly SvgElement[]): readonly string[] => all.map(({ text }) => text)

describe('the plot of ratings', () => {
  const all = elementsOf(
    ratingPlot([rating('ann', 100), rating('bob', 0), rating('cid', -100), rating('dan', 9, 0)]),
  )
  const ticks = select(all, 'text', 'tick')
  const xOf = (tick: string): number => ticks.find(({ text }) => text === tick)?.at('x') ?? NaN

  test('has a dot at the rating and a line for its interval, and a row for each entrant that has played', () => {
    expect(texts(select(all, 'title'))).toEqual([
      'ann: +100 (+50 … +150)',
      'bob: 0 (−50 … +50)',
      'cid: −100 (−150 … −50)',
    ])
    expect(texts(select(all, 'text', 'label'))).toEqual(['ann', 'bob', 'cid'])
    const dots = select(all, 'circle', 'dot')
    expect(dots.map((dot) => dot.at('cx'))).toEqual([xOf('+100'), xOf('0'), xOf('−100')])
    const [interval, left, right] = select(all, 'line', 'whisker')
    expect([interval?.at('x1'), interval?.at('x2')]).toEqual([xOf('+50'), xOf('+150')])
    expect([left?.at('x1'), left?.at('x2')]).toEqual([xOf('+50'), xOf('+50')])
    expect([right?.at('x1'), right?.at('x2')]).toEqual([xOf('+150'), xOf('+150')])
  })

  test('has all of a row at one height, and rows below each other within the drawing', () => {
    const dots = select(all, 'circle', 'dot').map((dot) => dot.at('cy'))
    expect(dots).toEqual([25, 55, 85])
    const [interval, left] = select(all, 'line', 'whisker')
    expect([interval?.at('y1'), interval?.at('y2'), left?.at('y1'), left?.at('y2')]).toEqual([25, 25, 20, 30])
    expect(select(all, 'text', 'label').map((label) => label.at('y'))).toEqual([29, 59, 89])
    expect(all[0]?.get('viewBox')).toBe('0 0 860 128')
    expect(outside(all)).toEqual([])
  })

  test('has a scale over its whole height: the lowest interval is at its left end, the highest at its right', () => {
    const lines = all.filter(({ tag, get }) => tag === 'line' && ['axis', 'grid'].includes(get('class')))
    expect(lines).toHaveLength(ticks.length)
    expect(select(all, 'line', 'axis').map((line) => line.at('x1'))).toEqual([xOf('0')])
    for (const line of lines) {
      expect(line.at('x1')).toBe(line.at('x2'))
      expect([line.at('y1'), line.at('y2')]).toEqual([10, 100])
    }
    expect([xOf('−150'), xOf('+150')]).toEqual([150, 830])
    expect(ticks.every((tick) => tick.at('y') === 118)).toBe(true)
  })
})

test.each([
  ['eighteen characters', 'eighteen characte…'],
  ['exactly eighteen!!', 'exactly eighteen!!'],
  ['𝒜'.repeat(19), `${'𝒜'.repeat(17)}…`],
])('the name %s is shown as %s', (name, shown) => {
  expect(shorten(name)).toBe(shown)
})

describe('the plot of times', () => {
  const ann = [...Array<number>(99).fill(1), 100].reduce(addTime, NO_TIMES)
  const all = elementsOf(
    timePlot([
      { name: 'ann', times: ann },
      { name: 'bob', times: addTime(NO_TIMES, 0) },
    ]),
  )
  const ticks = select(all, 'text', 'tick')
  const xOf = (tick: string): number => ticks.find(({ text }) => text === tick)?.at('x') ?? NaN

  test('has a logarithmic scale from 0.1 ms to the longest move', () => {
    expect(texts(ticks)).toEqual(['0.1 ms', '1.0 ms', '10 ms', '100 ms'])
    expect(ticks.map((tick) => tick.at('x'))).toEqual([150, 376.7, 603.3, 830])
    expect(select(all, 'line', 'grid').map((line) => line.at('x1'))).toEqual([150, 376.7, 603.3, 830])
    expect(all[0]?.get('viewBox')).toBe('0 0 860 88')
    expect(ticks.every((tick) => tick.at('y') === 78)).toBe(true)
    expect(select(all, 'line', 'grid').every((line) => line.at('y1') === 8 && line.at('y2') === 60)).toBe(
      true,
    )
  })

  test('has the median as a dot, most moves as a thick line and the longest at the end of a thin one', () => {
    expect(select(all, 'title')[0]?.text).toBe(
      'ann: half of the moves within 1.0 ms, 95 % within 1.0 ms, 99 % within 1.0 ms, longest 100 ms',
    )
    const [dot] = select(all, 'circle', 'dot')
    expect(Math.abs((dot?.at('cx') ?? NaN) - xOf('1.0 ms'))).toBeLessThan(10)
    const [thin, end] = select(all, 'line', 'thin')
    expect([thin?.at('x1'), thin?.at('x2')]).toEqual([dot?.at('cx'), 830])
    expect([end?.at('x1'), end?.at('x2'), end?.at('y1'), end?.at('y2')]).toEqual([830, 830, 17, 25])
    const [thick] = select(all, 'line', 'thick')
    expect([thick?.at('x1'), thick?.at('y1'), thick?.at('y2')]).toEqual([dot?.at('cx'), 21, 21])
  })

  test('has rows below each other; moves that took no time stand at the left end', () => {
    expect(select(all, 'circle', 'dot').map((dot) => dot.at('cy'))).toEqual([21, 47])
    expect(select(all, 'text', 'label').map((label) => label.at('y'))).toEqual([25, 51])
    expect(select(all, 'circle', 'dot')[1]?.at('cx')).toBe(150)
    expect(outside(all)).toEqual([])
  })

  test('has at least two decades', () => {
    const short = elementsOf(timePlot([{ name: 'ann', times: addTime(NO_TIMES, 0.2) }]))
    expect(texts(select(short, 'text', 'tick'))).toEqual(['0.1 ms', '1.0 ms', '10 ms'])
  })
})

describe('the plot of a knock-out', () => {
  const bracket: Bracket = {
    parts: [
      {
        title: 'Knock-out',
        rounds: [
          {
            title: 'Semi-final',
            ties: [
              makeTie('semi 1', {
                score: [2, 1],
                winner: 0,
                decided: 'matches',
                winnerTo: { tie: 'final', slot: 0 },
              }),
              makeTie('semi 2', {
                slots: [
                  { entrant: 'cid', seed: 3 },
                  { entrant: null, seed: 4 },
                ],
                winner: 0,
                decided: 'bye',
                winnerTo: { tie: 'final', slot: 1 },
              }),
            ],
          },
          {
            title: 'Final',
            ties: [
              makeTie('final', {
                slots: [
                  { entrant: 'ann', seed: 1, from: { kind: 'winner', tie: 'semi 1' } },
                  {
                    entrant: undefined,
                    expected: 'winner of semi 2',
                    from: { kind: 'winner', tie: 'semi 2' },
                  },
                ],
              }),
            ],
          },
        ],
      },
      { title: 'Third place', rounds: [{ title: 'Third place', ties: [makeTie('third')] }] },
      {
        title: 'Losers',
        rounds: [
          {
            title: 'First round',
            ties: [
              makeTie('losers', { winner: 1, decided: 'better-seed', score: [1, 1], matches: ['a', 'b'] }),
            ],
          },
        ],
      },
    ],
  }
  const plot = bracketPlot(bracket)
  const all = elementsOf(plot)
  const textsOf = (kind: string): readonly string[] => texts(select(all, 'text', kind))

  test('names its rounds, and its trees where the round does not', () => {
    expect(textsOf('tick')).toEqual(['Semi-final', 'Final', 'Third place', 'First round'])
    expect(select(all, 'text', 'tick').map((tick) => tick.at('x'))).toEqual([2, 236, 2, 2])
    expect(texts(select(all, 'h3'))).toEqual(['Losers'])
    expect(select(all, 'svg').map((svg) => svg.get('aria-label'))).toEqual([
      'Knock-out',
      'Third place',
      'Losers',
    ])
    expect(select(all, 'svg').map((svg) => svg.get('viewBox'))).toEqual([
      '0 0 426 150',
      '0 0 192 78',
      '0 0 192 78',
    ])
  })

  test('shows winners, losers, byes and what is expected, with seeds and scores where they are known', () => {
    expect(textsOf('winner')).toEqual(['ann', '2', 'cid', 'bob', '1'])
    expect(textsOf('loser')).toEqual(['bob', '1', 'bye', 'winner of semi 2', 'ann', '1'])
    expect(textsOf('label')).toEqual(['ann', 'ann', 'bob'])
    expect(textsOf('seed')).toEqual(['1', '2', '3', '', '1', '', '1', '2', '1', '2'])
  })

  test('says how each tie ended, and below it what decided those without a win', () => {
    expect(texts(select(all, 'title'))).toEqual([
      'semi 1: ann won 2–1',
      'semi 2: cid advances by a bye',
      'final',
      'third',
      'losers: drawn 1–1, bob is placed ahead by seeding',
    ])
    expect(texts(select(all, 'li'))).toEqual(['losers: drawn 1–1, bob is placed ahead by seeding'])
    expect(
      elementsOf(bracketPlot({ parts: bracket.parts.slice(0, 1) })).some(({ tag }) => tag === 'ul'),
    ).toBe(false)
  })

  test('has a line from a tie to the slot that its winner takes', () => {
    expect(select(all, 'rect', 'tie')[0]?.at('height')).toBe(48)
    const boxes = select(all, 'rect', 'tie').map((box) => [box.at('x'), box.at('y')])
    expect(boxes.slice(0, 3)).toEqual([
      [1, 26],
      [1, 98],
      [235, 74],
    ])
    expect(select(all, 'path', 'way').map((path) => path.get('d'))).toEqual([
      'M191 50H213V86H235',
      'M191 122H213V110H235',
    ])
  })

  test('writes names and scores into the halves of their box', () => {
    const [seed, second] = select(all, 'text', 'seed')
    expect([seed?.at('x'), seed?.at('y'), second?.at('y')]).toEqual([21, 42, 66])
    const [name, score] = select(all, 'text', 'winner')
    expect([name?.at('x'), name?.at('y'), score?.at('x'), score?.at('y')]).toEqual([29, 42, 179, 42])
    const [middle] = select(all, 'line', 'grid')
    expect(['x1', 'x2', 'y1', 'y2'].map((at) => middle?.at(at))).toEqual([1, 191, 50, 50])
  })

  test.each<[string, Partial<Tie>, number]>([
    ['open', {}, 0],
    ['open after a match', { score: [1, 0] }, 2],
    ['forfeited', { decided: 'forfeit', winner: 0 }, 2],
    ['drawn', { decided: 'better-seed', winner: 0 }, 2],
    ['not needed', { decided: 'skipped', winner: 0 }, 0],
  ])('a tie that is %s shows a score or none', (_, more, scores) => {
    const one = elementsOf(
      bracketPlot({ parts: [{ title: 'x', rounds: [{ title: 'x', ties: [makeTie('x', more)] }] }] }),
    )
    expect(one.filter(({ tag, at }) => tag === 'text' && at('x') === 179)).toHaveLength(scores)
  })
})

describe('the plots of language models', () => {
  const MEASURE: ModelMeasure = {
    matches: 4,
    moves: 10,
    calls: 20,
    retries: 1,
    tokensIn: 3_000,
    tokensOut: 1_000,
    usd: 0.4,
    failures: { truncated: 0, empty: 0, unparsable: 0, illegal: 0 },
    judged: undefined,
    tokensByTurn: [50, undefined, 100],
  }
  const ratings = [rating('ann', 100), rating('bob', -100), rating('cid', 0, 0), rating('dan', 20)]
  const models = new Map([
    ['ann', { ...MEASURE, usd: 4 }],
    ['bob', MEASURE],
    ['cid', MEASURE],
  ])

  test('have ratings over the dollars of a match, for models that have played', () => {
    const plot = costPlot(ratings, models)
    if (!plot) throw new Error('no plot')
    const all = elementsOf(plot)
    const ticks = select(all, 'text', 'tick')
    const at = (text: string): SvgElement | undefined => ticks.find((tick) => tick.text === text)
    expect(texts(select(all, 'title'))).toEqual([
      'ann: +100 (+50 … +150), $1.00 a match',
      'bob: −100 (−150 … −50), $0.10 a match',
    ])
    expect(texts(ticks).slice(-2)).toEqual(['$0.10', '$1.00'])
    expect(ticks.slice(-2).map((tick) => tick.at('y'))).toEqual([274, 274])
    expect(ticks.slice(0, -2).every((tick) => tick.at('x') === 52)).toBe(true)
    const scale = select(all, 'line', 'grid').filter(
      (line) => line.at('x1') === 60 && line.at('y1') === line.at('y2'),
    )
    expect(scale.length).toBeGreaterThan(3)
    expect(scale.every((line) => line.at('x2') === 700 || line.at('x2') === 708)).toBe(true)
    expect(at('−150')?.at('y')).toBe(260)
    expect(select(all, 'circle', 'dot').map((dot) => dot.at('cx'))).toEqual([
      at('$1.00')?.at('x'),
      at('$0.10')?.at('x'),
    ])
    expect(select(all, 'circle', 'dot').map((dot) => dot.at('cx'))).toEqual([700, 60])
    const heights = select(all, 'circle', 'dot').map((dot) => dot.at('cy'))
    expect(heights).toEqual([(at('+100')?.at('y') ?? NaN) - 4, (at('−100')?.at('y') ?? NaN) - 4])
    const [whisker] = select(all, 'line', 'whisker')
    expect([whisker?.at('x1'), whisker?.at('x2')]).toEqual([700, 700])
    expect([whisker?.at('y1'), whisker?.at('y2')]).toEqual([14, (at('+50')?.at('y') ?? NaN) - 4])
    expect(select(all, 'text', 'label').map((label) => label.at('y') - 4)).toEqual(heights)
    expect(select(all, 'line', 'axis')).toHaveLength(1)
    expect(select(all, 'line', 'axis')[0]?.at('y1')).toBe((at('0')?.at('y') ?? NaN) - 4)
    expect(outside(all)).toEqual([])
  })

  test('have ratings over tokens where a price is not known', () => {
    const unpriced = new Map([['ann', { ...MEASURE, usd: undefined }]])
    const plot = costPlot(ratings, unpriced)
    if (!plot) throw new Error('no plot')
    const all = elementsOf(plot)
    expect(texts(select(all, 'figcaption'))).toEqual(['Rating over the tokens of a match'])
    expect(texts(select(all, 'title'))).toEqual(['ann: +100 (+50 … +150), 1000 tokens a match'])
    expect(texts(select(all, 'text', 'tick')).slice(-2)).toEqual(['1000', '10000'])
    for (const usd of [0, undefined])
      expect(costPlot(ratings, new Map([...models, ['cid', { ...MEASURE, usd }]]))?.html).toContain(
        'over the tokens',
      )
  })

  test('have labels that do not cover each other', () => {
    const same = new Map(['ann', 'bob', 'dan'].map((name) => [name, MEASURE]))
    const near = [rating('ann', 1), rating('bob', 0), rating('dan', 2)]
    const plot = costPlot(near, same)
    if (!plot) throw new Error('no plot')
    const heights = select(elementsOf(plot), 'text', 'label').map((label) => label.at('y'))
    const [ann = 0, bob = 0, dan = 0] = heights
    expect([ann - dan, bob - ann]).toEqual([17, 17])
  })

  test('have the tokens of answers over the turns of a round', () => {
    const lines = new Map([
      ['ann', MEASURE],
      ['bob', { ...MEASURE, tokensByTurn: [25, 75] }],
      ['cid', { ...MEASURE, tokensByTurn: [25] }],
    ])
    const plot = tokensPlot(lines)
    if (!plot) throw new Error('no plot')
    const all = elementsOf(plot)
    expect(texts(select(all, 'title'))).toEqual(['ann', 'bob'])
    expect(texts(select(all, 'figcaption'))).toEqual(['Tokens of an answer over the turns of a round'])
    expect(
      select(all, 'text', 'tick')
        .slice(-2)
        .map((tick) => tick.at('y')),
    ).toEqual([274, 274])
    expect(select(all, 'line', 'axis')).toHaveLength(1)
    expect(select(all, 'line', 'grid')).toHaveLength(2)
    expect(select(all, 'text', 'label c0')[0]?.at('y')).toBe(18)
    expect(texts(select(all, 'text', 'tick'))).toEqual(['0', '50', '100', 'turn 1', 'turn 3'])
    expect(
      all.filter(({ tag }) => tag === 'polyline').map((one) => [one.get('class'), one.get('points')]),
    ).toEqual([
      ['curve c0', '60,135 700,14'],
      ['curve c1', '60,195.5 380,74.5'],
    ])
    expect(texts(select(all, 'text', 'label c0'))).toEqual(['ann'])
    expect(select(all, 'text', 'label c1')[0]?.at('y')).toBe(78.5)
    expect(select(all, 'line', 'axis')[0]?.at('y1')).toBe(256)
    expect(outside(all)).toEqual([])
    expect(tokensPlot(new Map([['cid', { ...MEASURE, tokensByTurn: [25] }]]))).toBeUndefined()
  })
})
