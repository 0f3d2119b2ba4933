import { deriveSeed } from '../base/rng.ts'
import type { TiePlan } from './bracket-plan.ts'
import type { Bracket, Tie, TieSlot } from './bracket.ts'
import { scoreOf } from './describe-tie.ts'
import type { Rule } from './ranking.ts'
import type { Reason } from './reason.ts'
import { ruleOf } from './tie-breaks.ts'
import type { Ended, Pairing } from './tournament.ts'

/** How a tie is decided. */
export interface TieRules {
  /** A tie ends as soon as it is decided. Sides are swapped after each match, and each two matches share a seed. */
  readonly bestOf: number
  /** While a tie is level, so many times two more matches are played; then the better seed goes on. */
  readonly extraPairs: number
}

/** A knock-out at work. */
export interface BracketPlay {
  readonly first: readonly Pairing[]
  after(ended: Ended): readonly Pairing[]
  bracket(): Bracket
  /** Ranks entrants by how far they got; one that is still in is above one that lost in the same round. */
  readonly reached: Rule
}

/** `seeds` are entrant ids, best first; `roundsBefore` the number of rounds of an earlier stage. */
export function playBracket(
  plans: readonly TiePlan[],
  seeds: readonly string[],
  rules: TieRules,
  seed: number,
  roundsBefore = 0,
): BracketPlay {
  const ties = new Map<string, TieState>()
  for (const plan of plans) ties.set(plan.id, newTie(plan, ties, roundsBefore, ties.size))
  const seedOf = new Map(seeds.map((id, at) => [id, at + 1]))
  const tieOfMatch = new Map<string, TieState>()
  /** How far each entrant got. One more entry is for byes, and is never read. */
  const levels = new Map<string | null, number | undefined>()
  const whereTo = targets(ties.values())

  /** Sends an entrant, or a bye (`null`), to its next tie. Returns the ties that are complete now. */
  function send(entrant: string | null, from: TieState, kind: 'winner' | 'loser'): TieState[] {
    const to = whereTo.get(`${kind} ${from.plan.id}`)
    if (to !== undefined) return seat(entrant, to.tie, to.slot)
    const level = kind === 'loser' ? from.plan.loserLevel : from.plan.winnerLevel
    levels.set(entrant, level)
    return []
  }

  function seat(entrant: string | null, tie: TieState, slot: 0 | 1): TieState[] {
    tie.entrants[slot] = entrant
    levels.set(entrant, worstLevel(tie) + STILL_IN)
    return tie.entrants.includes(undefined) ? [] : [tie]
  }

  /** The level that an entrant of this tie has for certain: that of losing every tie from here on. */
  function worstLevel({ plan }: TieState): number {
    const next = whereTo.get(`loser ${plan.id}`)
    return next === undefined ? plan.loserLevel : worstLevel(next.tie)
  }

  function decide(tie: TieState, winner: 0 | 1, decided: NonNullable<Tie['decided']>): TieState[] {
    tie.winner = winner
    tie.decided = decided
    const entrant = (slot: 0 | 1): string | null => tie.entrants[slot] ?? null
    return [...send(entrant(other(winner)), tie, 'loser'), ...send(entrant(winner), tie, 'winner')]
  }

  const betterSeed = ({ entrants }: TieState): 0 | 1 =>
    seeds.find((id) => entrants.includes(id)) === entrants[0] ? 0 : 1

  /** The tie that a second final depends on. */
  const firstFinal = ({ plan }: TieState): TieState | undefined => ties.get(plan.onlyIfUpset as string)

  /** Starts or decides the complete ties, and the ties that become complete by that. */
  function proceed(complete: TieState[]): Pairing[] {
    const pairings: Pairing[] = []
    for (const tie of complete) {
      if (tie.entrants[0] === null || tie.entrants[1] === null)
        complete.push(...decide(tie, tie.entrants[0] === null ? 1 : 0, 'bye'))
      else if (firstFinal(tie)?.winner === 0) complete.push(...decide(tie, 0, 'skipped'))
      else {
        const winner = winnerOfTie(tie, rules)
        if (winner === 'open') pairings.push(...issue(tie))
        else if (winner === 'level') complete.push(...decide(tie, betterSeed(tie), 'better-seed'))
        else complete.push(...decide(tie, winner, tie.wonByPlay[winner] ? 'matches' : 'forfeit'))
      }
    }
    return pairings
  }

  /** The matches that are needed whatever the results of the running ones. */
  function issue(tie: TieState): Pairing[] {
    const pairings: Pairing[] = []
    const [a, b] = tie.entrants as [string, string]
    const coin = deriveSeed(seed, `side ${tie.plan.id}`) % 2
    while (tie.matches.length < matchesNeeded(tie, rules)) {
      const game = tie.matches.length
      const key = `${tie.plan.id}-g${game + 1}`
      tie.matches.push(key)
      tieOfMatch.set(key, tie)
      pairings.push({
        key,
        stage: tie.plan.title,
        round: tie.round,
        index: tie.index + game,
        players: (coin + game) % 2 === 0 ? [a, b] : [b, a],
        seed: deriveSeed(seed, tie.plan.id, Math.floor(game / 2)),
        ...(game > 1 && { pair: Math.floor(game / 2) }),
      })
    }
    return pairings
  }

  const complete = [...ties.values()].flatMap((tie) =>
    tie.plan.slots.flatMap((slot, at) =>
      slot.kind === 'seed' ? seat(seeds[slot.seed - 1] ?? null, tie, at === 0 ? 0 : 1) : [],
    ),
  )
  return {
    first: proceed(complete),
    after({ pairing, how, winner, score }) {
      const tie = tieOfMatch.get(pairing.key)
      if (tie === undefined) throw new Error(`Cannot end ${pairing.key}: it is no match of this bracket`)
      tie.ended++
      const slotOf = (player: 0 | 1): 0 | 1 => (pairing.players[player] === tie.entrants[0] ? 0 : 1)
      for (const player of [0, 1] as const) tie.rounds[slotOf(player)] += score[player]
      if (winner === undefined) tie.draws++
      else {
        tie.score[slotOf(winner)]++
        if (how === 'played') tie.wonByPlay[slotOf(winner)] = true
      }
      if (how === 'played') tie.played++
      return proceed([tie])
    },
    bracket: () => drawBracket([...ties.values()], seedOf, whereTo),
    reached: ruleOf(
      {
        id: 'reached',
        explanation: 'How far they got: who lost later in the knock-out is above who lost earlier',
        show: (level, id) => describeLevel(ties, level, id),
        between: (ahead, behind) => {
          const last = [...ties.values()].find(
            ({ entrants, winner, plan }) =>
              entrants[winner as 0 | 1] === ahead &&
              entrants[other(winner as 0 | 1)] === behind &&
              !whereTo.has(`loser ${plan.id}`),
          )
          // A second final that was not needed: the first one decided.
          const decisive = last?.decided === 'skipped' ? firstFinal(last) : last
          return decisive?.decided === 'better-seed' ? bySeeding(decisive, seedOf, ahead, behind) : undefined
        },
      },
      (id) => levels.get(id) ?? -1,
    ),
  }
}

/** No match decided between the two: the better seed was placed ahead. */
function bySeeding(
  tie: TieState,
  seedOf: ReadonlyMap<string, number>,
  ahead: string,
  behind: string,
): Omit<Extract<Reason, { kind: 'above' }>, 'kind' | 'next'> {
  const seed = (id: string) => {
    const number = seedOf.get(id) as number
    return { value: -number, text: `number ${number}` }
  }
  return {
    rule: 'seeding',
    own: seed(ahead),
    other: seed(behind),
    after:
      tie.played === 0
        ? `the ${tie.plan.title} was not played`
        : `the ${tie.plan.title} was drawn ${scoreOf(tie)}`,
  }
}

/** The bracket before its entrants are known: `place` says in words what a seed stands for. */
export function awaitBracket(
  plans: readonly TiePlan[],
  seeds: number,
  rules: TieRules,
  place: (seed: number) => string,
): Bracket {
  // Byes depend only on the number of entrants: placeholders show where they fall.
  const standIns = Array.from({ length: seeds }, (_, at) => `seed ${at + 1}`)
  const awaited = ({ entrant, ...slot }: TieSlot): TieSlot =>
    slot.seed === undefined || entrant == null
      ? { entrant, ...slot }
      : { entrant: undefined, ...slot, expected: place(slot.seed) }
  const { parts } = playBracket(plans, standIns, rules, 0).bracket()
  return {
    parts: parts.map((part) => ({
      ...part,
      rounds: part.rounds.map((round) => ({
        ...round,
        ties: round.ties.map((tie) => ({
          ...tie,
          slots: [awaited(tie.slots[0]), awaited(tie.slots[1])],
          matches: [],
        })),
      })),
    })),
  }
}

interface TieState {
  readonly plan: TiePlan
  readonly round: number
  /** Of its first match; later ones count on. */
  readonly index: number
  readonly entrants: [string | null | undefined, string | null | undefined]
  readonly score: [number, number]
  readonly rounds: [number, number]
  /** Whether a side won any match that was played. */
  readonly wonByPlay: [boolean, boolean]
  readonly matches: string[]
  draws: number
  ended: number
  played: number
  winner?: 0 | 1
  decided?: NonNullable<Tie['decided']>
}

interface Target {
  readonly tie: TieState
  readonly slot: 0 | 1
}

/** Less than any step between levels. */
const STILL_IN = 0.125

function describeLevel(ties: ReadonlyMap<string, TieState>, level: number, id: string): string {
  const decisive = [...ties.values()].flatMap(({ plan }) => (plan.onlyIfUpset === undefined ? [plan] : []))
  for (const { title, loserLevel, winnerLevel } of decisive) {
    if (level === winnerLevel || level === loserLevel) return describeLast(ties, title, level, id)
    if (level !== loserLevel + STILL_IN) continue
    // Losers of other ties come here: entrants that are still in those will be here at worst.
    const takesLosers = decisive.some(
      (plan) => plan.loserLevel === loserLevel && plan.slots.some(({ kind }) => kind === 'loser'),
    )
    return takesLosers ? `at least in the ${title}` : `in the ${title}`
  }
  return 'not in the knock-out'
}

/** How the last tie of an entrant ended for it. */
function describeLast(ties: ReadonlyMap<string, TieState>, title: string, level: number, id: string): string {
  const last = [...ties.values()].find(
    ({ plan, entrants, winner, decided }) =>
      decided !== 'skipped' &&
      winner !== undefined &&
      level === (entrants[winner] === id ? plan.winnerLevel : plan.loserLevel) &&
      entrants.includes(id),
  )
  const isAhead = last?.winner !== undefined && last.entrants[last.winner] === id
  const how = isAhead ? 'won' : 'lost'
  if (last?.decided === 'forfeit') return `${how} the ${last.plan.title} without play`
  if (last?.decided === 'bye') return `had a bye in the ${last.plan.title}`
  if (last?.decided !== 'better-seed') return `${how} the ${title}`
  const drew = last.played === 0 ? 'did not play' : 'drew'
  const score = last.played === 0 ? '' : ` ${scoreOf(last)}`
  return `${drew} the ${last.plan.title}${score}, ${isAhead ? 'ahead' : 'behind'} by seeding`
}

const other = (slot: 0 | 1): 0 | 1 => (slot === 0 ? 1 : 0)

function newTie(
  plan: TiePlan,
  ties: ReadonlyMap<string, TieState>,
  roundsBefore: number,
  at: number,
): TieState {
  const rounds = plan.slots.map((slot) =>
    slot.kind === 'seed' ? roundsBefore : (ties.get(slot.tie) as TieState).round,
  )
  return {
    plan,
    round: Math.max(...rounds) + 1,
    index: at * 1000,
    entrants: [undefined, undefined],
    score: [0, 0],
    rounds: [0, 0],
    wonByPlay: [false, false],
    matches: [],
    draws: 0,
    ended: 0,
    played: 0,
  }
}

/** Where the winner and the loser of each tie go: `winner ID` → slot. */
function targets(ties: Iterable<TieState>): Map<string, Target> {
  const map = new Map<string, Target>()
  for (const tie of ties) {
    for (const slot of [0, 1] as const) {
      const from = tie.plan.slots[slot]
      if (from.kind !== 'seed') map.set(`${from.kind} ${from.tie}`, { tie, slot })
    }
  }
  return map
}

function winnerOfTie({ score, ended }: TieState, { bestOf, extraPairs }: TieRules): 0 | 1 | 'open' | 'level' {
  const lead = Math.abs(score[0] - score[1])
  const toGo = ended <= bestOf ? bestOf - ended : (ended - bestOf) % 2
  if (lead > toGo) return score[0] > score[1] ? 0 : 1
  return lead === 0 && ended >= bestOf + 2 * extraPairs ? 'level' : 'open'
}

/**
 * With a lead after `ended` matches, at least half of the rest and one more are needed before the tie can be decided. So
 * several can run at once, and none is played that would not be played one after the other.
 */
function matchesNeeded({ score, ended }: TieState, { bestOf }: TieRules): number {
  const lead = Math.abs(score[0] - score[1])
  if (ended < bestOf) return ended + Math.floor((bestOf - ended - lead) / 2) + 1
  return bestOf + 2 * (Math.floor((ended - bestOf) / 2) + 1)
}

function drawBracket(
  ties: readonly TieState[],
  seedOf: ReadonlyMap<string, number>,
  whereTo: ReadonlyMap<string, Target>,
): Bracket {
  const parts = Map.groupBy(ties, ({ plan }) => plan.part)
  return {
    parts: [...parts].map(([title, own]) => ({
      title,
      rounds: [...Map.groupBy(own, ({ plan }) => plan.column)].map(([column, round]) => ({
        title: column,
        ties: round.map((tie) => drawTie(tie, seedOf, whereTo)),
      })),
    })),
  }
}

function drawTie(
  { plan, entrants, score, rounds, draws, ended, played, matches, winner, decided }: TieState,
  seedOf: ReadonlyMap<string, number>,
  whereTo: ReadonlyMap<string, Target>,
): Tie {
  const slot = (at: 0 | 1): Tie['slots'][0] => {
    const from = plan.slots[at]
    const entrant = entrants[at]
    const seed = from.kind === 'seed' ? from.seed : seedOf.get(entrant as string)
    return {
      entrant,
      ...(seed === undefined ? {} : { seed }),
      ...(from.kind === 'seed' ? {} : { from }),
    }
  }
  const winnerTo = whereTo.get(`winner ${plan.id}`)
  const loserTo = whereTo.get(`loser ${plan.id}`)
  return {
    id: plan.id,
    title: plan.title,
    slots: [slot(0), slot(1)],
    score: [...score],
    rounds: [...rounds],
    draws,
    ...(ended > 0 && played === 0 && { unplayed: true }),
    matches: [...matches],
    ...(winner === undefined ? {} : { winner }),
    ...(decided === undefined ? {} : { decided }),
    ...(winnerTo && { winnerTo: { tie: winnerTo.tie.plan.id, slot: winnerTo.slot } }),
    ...(loserTo && { loserTo: { tie: loserTo.tie.plan.id, slot: loserTo.slot } }),
  }
}
