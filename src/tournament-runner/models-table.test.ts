import { expect, test } from 'vitest'
import type { TournamentResult } from '../api/tournament-result.ts'
import type { ModelMeasure } from './measure-models.ts'
import { dollars, modelsTable } from './models-table.ts'
import { costPlot, tokensPlot } from './plot-models.ts'

const MEASURE: ModelMeasure = {
  matches: 4,
  moves: 10,
  calls: 20,
  retries: 1,
  tokensIn: 9_000,
  tokensOut: 1_000,
  usd: 0.5,
  failures: { truncated: 1, empty: 2, unparsable: 3, illegal: 4 },
  judged: { moves: 10, accuracy: 71.4, averageLoss: 0.123, agreement: 0.3, brain: 'perfect' },
  tokensByTurn: [50, undefined, 150],
}
const rating = (name: string, elo: number) => ({ name, elo, low: elo - 50, high: elo + 50, rounds: 8 })
const result = {
  entrants: [
    { name: 'full', bot: 'llm:gpt,price=1/2' },
    { name: 'null', bot: 'llm:gpt,price=1/2,prompt=null' },
    { name: 'other', bot: 'llm:gpt-large,prompt=null' },
    { name: 'terse', bot: 'llm:gpt,price=1/2,prompt=terse' },
  ],
  ratings: [rating('terse', 10), rating('full', 40), rating('null', -21)],
} as unknown as TournamentResult
const models = new Map([
  ['full', MEASURE],
  ['null', { ...MEASURE, usd: undefined, judged: undefined }],
])

test('a model has its cost, the shares of answers that did not count, and how well it moved', () => {
  const { columns, rows } = modelsTable(result, models)
  const cells = (at: number): Readonly<Record<string, string | undefined>> =>
    Object.fromEntries(columns.map(({ title }, column) => [title, rows[at]?.[column]]))
  expect(cells(0)).toMatchObject({
    entrant: 'full',
    Elo: '+40',
    cost: '$0.50',
    'a match': '$0.13',
    'tokens in a move': '900',
    'tokens out': '100',
    'made again': '1',
    'no move': '30 %',
    illegal: '20 %',
    accuracy: '71 %',
    'gives away': '0.12',
    'as house:perfect': '30 %',
  })
  expect(cells(1)).toMatchObject({ cost: '–', accuracy: '–' })
})

test('the noise floor is the distance of a model from its own null variant, and from nothing else', () => {
  const { notes } = modelsTable(result, models)
  expect(notes.filter((note) => note.startsWith('Noise floor'))).toEqual([
    'Noise floor: full and null are the same model with the same words, and 61 points apart; a difference that is not larger shows nothing',
  ])
})

test('ratings are plotted over dollars where all prices are known, else over tokens', () => {
  expect(costPlot(result.ratings, new Map([['full', MEASURE]]))?.html).toContain(
    'Rating over the cost of a match',
  )
  const plot = costPlot(result.ratings, models)?.html
  expect(plot).toContain('Rating over the tokens of a match')
  expect(plot?.match(/<circle/g)).toHaveLength(2)
  expect(costPlot([], models)).toBeUndefined()
})

test('a turn that a model never had is no point of its curve', () => {
  const [points = ''] = /points="[^"]*"/.exec(tokensPlot(new Map([['full', MEASURE]]))?.html ?? '') ?? []
  expect(points.match(/,/g)).toHaveLength(2)
})

test('what is not known of a model is a dash, and dollars have two digits that count', () => {
  const idle = { ...MEASURE, moves: 0, calls: 0, usd: undefined, judged: undefined }
  const { columns, rows, notes, id, title } = modelsTable(
    { ...result, ratings: [] },
    new Map([['full', idle]]),
  )
  expect(rows).toEqual([['full', '–', '–', '–', '–', '–', '–', '0', '1', '–', '–', '–', '–', '–']])
  expect([id, title]).toEqual(['models', 'Language models'])
  expect(columns.map((column) => column.title).join(', ')).toBe(
    'entrant, Elo, 95 % interval, cost, a match, tokens in a move, tokens out, calls, made again, no move, illegal, accuracy, gives away, as house:advanced',
  )
  expect(columns.filter(({ isNumber }) => !isNumber).map((column) => column.title)).toEqual([
    'entrant',
    '95 % interval',
  ])
  expect(notes).toHaveLength(2)
  expect([undefined, 0, 0.000123, 0.0944, 0.095, 1.234].map(dollars)).toEqual([
    '–',
    '$0',
    '$0.00012',
    '$0.094',
    '$0.10',
    '$1.23',
  ])
})

test('a rating stands with its interval, and calls are counted', () => {
  const { rows, notes } = modelsTable(result, models)
  expect(rows[0]?.slice(2, 3)).toEqual(['−10 … +90'])
  expect(rows[0]?.slice(7, 8)).toEqual(['20'])
  expect(notes[1]).toContain('are by house:perfect')
})

test.each([
  ['a twin that was not rated', [{ name: 'null', bot: 'llm:other,prompt=null' }], 0],
  [
    'a twin with the full prompt by name',
    [
      { name: 'full', bot: 'llm:other,prompt=full' },
      { name: 'null', bot: 'llm:other,prompt=null' },
    ],
    1,
  ],
  [
    'a twin whose prompt only begins like it',
    [
      { name: 'full', bot: 'llm:other,prompt=fuller' },
      { name: 'null', bot: 'llm:other,prompt=null' },
    ],
    0,
  ],
  [
    'a prompt of its own that begins with null',
    [
      { name: 'full', bot: 'llm:other' },
      { name: 'null', bot: 'llm:other,prompt=nullify' },
    ],
    0,
  ],
  [
    'a twin with options behind the prompt',
    [
      { name: 'full', bot: 'llm:other,price=1/2' },
      { name: 'null', bot: 'llm:other,prompt=null,price=1/2' },
    ],
    1,
  ],
  [
    'a twin of another model',
    [
      { name: 'full', bot: 'llm:x' },
      { name: 'null', bot: 'llm:y,prompt=null' },
    ],
    0,
  ],
  [
    'a model that was not rated beside its twin',
    [
      { name: 'unrated', bot: 'llm:x' },
      { name: 'null', bot: 'llm:x,prompt=null' },
    ],
    0,
  ],
  [
    'a twin that was not rated beside its model',
    [
      { name: 'full', bot: 'llm:x' },
      { name: 'unrated', bot: 'llm:x,prompt=null' },
    ],
    0,
  ],
  [
    'a bot that is no model',
    [
      { name: 'full', bot: './llm:x' },
      { name: 'null', bot: './llm:x,prompt=null' },
    ],
    0,
  ],
  [
    'two null variants',
    [
      { name: 'full', bot: 'llm:x,prompt=null' },
      { name: 'null', bot: 'llm:x,prompt=null' },
    ],
    0,
  ],
])('%s is %j and gives so many noise floors: %i', (_, entrants, count) => {
  const { notes } = modelsTable({ ...result, entrants }, models)
  expect(notes.filter((note) => note.startsWith('Noise floor'))).toHaveLength(count)
})
