import type { Pair, Seat } from '../../../src/game/game.ts'
import { timeLeft } from '../../../src/match/clock.ts'
import type { RoundStory, Story } from '../story/story.ts'

/** The thinking times of a round, turn by turn. */
export interface Ledger {
  /** The longest thought, in milliseconds; at least 1. */
  readonly longest: number
  /** Thoughts of each seat: at which of the round's positions, how long. */
  readonly thoughts: Pair<readonly Thought[]>
  readonly totals: Pair<number>
  /** What each used, if it is a language model. */
  readonly used: Pair<Used | undefined>
  /** Remaining time as a share of the initial time; none if each move has its own time. */
  readonly left: Pair<readonly { readonly ply: number; readonly share: number }[]>
}

export interface Used {
  readonly tokens: number
  /** In dollars; undefined if a price is not known. */
  readonly usd: number | undefined
}

export interface Thought {
  readonly ply: number
  readonly ms: number
}

/** Above this number of moves, neighbours are merged and the longest of them is shown. */
const MOST = 240

/** Undefined if the record has no times, or no move yet. */
export function clockLedger({ frames, header }: Story, { first, count }: RoundStory): Ledger | undefined {
  if (!header.times) return undefined
  const shown = frames.slice(first, first + count)
  const thoughtsOf = (seat: Seat): readonly Thought[] =>
    shown.flatMap(({ ply, thought }) => {
      const ms = thought?.[seat]
      return ms === undefined ? [] : [{ ply, ms }]
    })
  const all: Pair<readonly Thought[]> = [thoughtsOf(0), thoughtsOf(1)]
  if (all[0].length + all[1].length === 0) return undefined
  const { clock } = header.spec.rules
  const step = Math.ceil(count / MOST)
  const leftOf = (seat: Seat) =>
    clock.kind !== 'bank'
      ? []
      : shown
          .filter(({ ply }) => ply % step === 0)
          .map(({ ply, match, at }) => ({
            ply,
            share: Math.max(0, timeLeft(match.round.clocks[seat], at)) / clock.ms,
          }))
  return {
    longest: Math.max(1, ...all.flat().map(({ ms }) => ms)),
    thoughts: [longestOf(all[0], step), longestOf(all[1], step)],
    totals: [sum(all[0]), sum(all[1])],
    used: [usedBy(shown, 0), usedBy(shown, 1)],
    left: [leftOf(0), leftOf(1)],
  }
}

function usedBy(frames: Story['frames'], seat: Seat): Used | undefined {
  const all = frames.flatMap(({ used }) => used?.[seat] ?? [])
  if (all.length === 0) return undefined
  const isPriced = all.every(({ usd }) => usd !== undefined)
  return {
    tokens: all.reduce((total, { tokensIn, tokensOut }) => total + tokensIn + tokensOut, 0),
    usd: isPriced ? all.reduce((total, { usd = 0 }) => total + usd, 0) : undefined,
  }
}

const sum = (thoughts: readonly Thought[]): number => thoughts.reduce((total, { ms }) => total + ms, 0)

function longestOf(thoughts: readonly Thought[], step: number): readonly Thought[] {
  const best = new Map<number, Thought>()
  for (const thought of thoughts) {
    const place = Math.floor(thought.ply / step)
    const known = best.get(place)
    if (known === undefined || known.ms < thought.ms) best.set(place, thought)
  }
  return [...best.values()]
}
