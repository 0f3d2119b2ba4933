import { integer, type Field, type Fields } from '../base/fields.ts'
import { fail, type Result } from '../base/result.ts'
import { deriveSeed } from '../base/rng.ts'
import { addResult, openSprt, parseSprt, type Sprt, type SprtTerms } from '../rating/sprt.ts'
import { readOptions } from '../tournament/options.ts'
import { rankBy } from '../tournament/ranking.ts'
import { makeScoreTable } from '../tournament/score-table.ts'
import { POINTS } from '../tournament/tie-breaks.ts'
import type { FormatContext, Format, Schedule } from '../tournament/format.ts'
import type { Ended, Entrant, Pairing } from '../tournament/tournament.ts'

export interface SprtOptions extends SprtTerms {
  /** Given up without a verdict after so many. */
  readonly pairs: number
}

/** After so many pairs in a row that only repeat earlier ones the test is given up: more of them would say nothing. */
export const MOST_COPIES = 20

const decimal = (title: string, expects: string): Field<number> => ({
  title,
  expects,
  form: { kind: 'number' },
  read: (value) =>
    typeof value === 'string' && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(value)
      ? Number(value)
      : typeof value === 'number' && Number.isFinite(value)
        ? value
        : undefined,
})

const FIELDS: Fields<SprtOptions> = {
  elo0: decimal('By how many points the first is stronger under H0', 'a number of Elo points'),
  elo1: decimal('By how many points the first is stronger under H1', 'a number of Elo points'),
  alpha: decimal('How often H1 may be accepted wrongly', 'a number between 0 and 0.5'),
  beta: decimal('How often H0 may be accepted wrongly', 'a number between 0 and 0.5'),
  pairs: integer('Pairs of matches at most', 1, 1_000_000),
}

const DEFAULTS: SprtOptions = { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05, pairs: 20_000 }

/**
 * Two entrants play pairs of matches with swapped sides on the same seed until the test has its verdict. Pairs count in
 * the order of their rounds, not in that of their ends, so that the number of workers cannot change the verdict.
 */
export const sprtFormat: Format<SprtOptions> = {
  id: 'sprt',
  title: 'SPRT',
  summary: 'Two entrants play pairs with swapped sides until it is clear whether the first is stronger',
  fields: FIELDS,
  parseOptions(input) {
    const read = readOptions('sprt', FIELDS, DEFAULTS, input)
    return read.ok ? checkTerms(read.value) : read
  },
  count: (entrants, { pairs }) => (entrants === 2 ? { least: 2, most: 2 * pairs } : { least: 0, most: 0 }),
  begin: beginSprt,
}

/** An SPRT and the matches that it counted. */
export interface JudgedSprt {
  readonly sprt: Sprt
  readonly counted: readonly Ended[]
  /** Pairs that were copies of earlier pairs, so the test left them out. */
  readonly copies: number
  /** Whether it ended because its pairs only repeated earlier ones. */
  readonly isRepeating: boolean
}

/**
 * The test after these matches. Matches beyond its end, which were running already, do not count; nor do forfeited ones.
 */
export function judgeSprt(
  options: SprtOptions,
  [first]: readonly Entrant[],
  ended: readonly Ended[],
): JudgedSprt {
  const test = openPairTest(options, first?.id)
  const counted: Ended[] = []
  const byRound = Map.groupBy(ended, ({ pairing }) => pairing.round)
  for (let round = 1; !test.isOver(); round++) {
    const pair = byRound.get(round)
    if (pair === undefined || pair.some(({ how }) => how === 'forfeited')) break
    counted.push(...pair)
    if (pair.length < 2) break
    test.add(pair)
  }
  return { sprt: test.sprt(), counted, copies: test.copies(), isRepeating: test.isRepeating() }
}

/** The test, pair by pair. A copy of an earlier pair adds nothing; nor does a pair that the host could not play to its end. */
function openPairTest(options: SprtOptions, first: string | undefined) {
  let sprt = openSprt(options)
  const seen = new Set<string | undefined>()
  let copies = 0
  let copiesInRow = 0
  const isRepeating = (): boolean => copiesInRow >= MOST_COPIES
  return {
    sprt: () => sprt,
    copies: () => copies,
    isRepeating,
    isOver: () => sprt.verdict !== undefined || isRepeating(),
    add(pair: readonly Ended[]): void {
      if (pair.some(({ how }) => how !== 'played')) return
      const fingerprint = fingerprintOf(pair)
      if (fingerprint !== undefined && seen.has(fingerprint)) {
        copies++
        copiesInRow++
        return
      }
      copiesInRow = 0
      seen.add(fingerprint)
      const points = pair.map(({ pairing, winner }) =>
        winner === undefined ? 0.5 : Number(pairing.players[winner] === first),
      )
      sprt = addResult(
        sprt,
        points.reduce((sum, value) => sum + value, 0),
      )
    },
  }
}

/** Of both games, in the order of the pair, in whatever order they ended. */
function fingerprintOf(pair: readonly Ended[]): string | undefined {
  const all = pair.toSorted((a, b) => a.pairing.index - b.pairing.index).map(({ fingerprint }) => fingerprint)
  return all.includes(undefined) ? undefined : all.join(',')
}

function beginSprt(context: FormatContext, options: SprtOptions): Schedule {
  const { entrants, seed } = context
  const [a, b] = entrants
  const test = openPairTest(options, a?.id)
  let nextRound = 1
  /** Pairs that are not counted yet. */
  const open = new Map<number, readonly Ended[]>()

  function* pairs(): Iterable<Pairing> {
    if (a === undefined || b === undefined || entrants.length !== 2) return
    for (let round = 1; round <= options.pairs; round++) {
      for (const game of [0, 1]) {
        if (test.isOver() || context.isOut(a.id, round) || context.isOut(b.id, round)) return
        yield {
          key: `sp-p${round}-g${game + 1}`,
          stage: `pair ${round}`,
          round,
          index: game,
          players: game === 0 ? [a.id, b.id] : [b.id, a.id],
          seed: deriveSeed(seed, 'sp', round),
        }
      }
    }
  }

  return {
    first: pairs(),
    after(ended) {
      const { round } = ended.pairing
      open.set(round, [...(open.get(round) ?? []), ended])
      for (let pair = open.get(nextRound); pair?.length === 2; pair = open.get(++nextRound)) {
        open.delete(nextRound)
        // Pairs that were running already do not count.
        if (!test.isOver()) test.add(pair)
      }
      return []
    },
    rank: () =>
      rankBy(
        [POINTS],
        makeScoreTable(
          entrants,
          judgeSprt(options, entrants, context.ended()).counted,
          context.points,
          new Map(),
          (id) => context.table().rows.find(({ entrant }) => entrant.id === id)?.out,
        ),
      ),
  }
}

/** The same limits as for `--sprt`. */
function checkTerms(options: SprtOptions): Result<SprtOptions> {
  const { elo0, elo1, alpha, beta } = options
  const checked = parseSprt([`elo0=${elo0}`, `elo1=${elo1}`, `alpha=${alpha}`, `beta=${beta}`])
  return checked.ok ? { ok: true, value: options } : fail(checked.problem.code, checked.problem.message)
}
