import { perfectMatching } from './perfect-matching.ts'

/** What a pairing depends on. */
export interface SwissPlayer {
  /** The place in the seeding, from 0. */
  readonly index: number
  score: number
  byes: number
  /** How much oftener it was on the first side than on the second. */
  balance: number
  /** In its last match. */
  wasFirst: boolean | undefined
  /** Opponent's index → matches. */
  readonly met: Map<number, number>
}

export interface SwissRound {
  /** The first of each pair begins. */
  readonly pairs: readonly (readonly [SwissPlayer, SwissPlayer])[]
  readonly bye: SwissPlayer | undefined
}

/**
 * Pairs a round. In every group of equal scores the better half meets the other half, in the order of seeding. Pairs are
 * preferred in which no player gets the same side three times more often than the other. A player without an opponent
 * goes down a group. If players are left at the end, pairs near by are exchanged. No pairing is repeated unless it must be.
 */
export function pairSwiss(players: readonly SwissPlayer[], games: number): SwissRound {
  const ranked = players.toSorted((a, b) => b.score - a.score || a.index - b.index)
  for (let repeats = 0; ; repeats++) {
    const isAllowed: PairTest = (a, b) => (a.met.get(b.index) ?? 0) <= repeats * games
    const isWished: PairTest = (a, b) =>
      isAllowed(a, b) && (games % 2 === 0 || Math.abs(a.balance + b.balance) < 4)
    for (const bye of byeCandidates(ranked)) {
      const rest = ranked.filter((player) => player !== bye)
      const pairs = pairAll(rest, isWished, isAllowed)
      if (pairs !== undefined) return { pairs: pairs.map(giveSides(games)), bye }
    }
  }
}

type PairTest = (a: SwissPlayer, b: SwissPlayer) => boolean
type IndexTest = (a: number, b: number) => boolean

/** Players in the order in which they get the bye: fewest byes first, then lowest. `undefined`: an even number needs none. */
const byeCandidates = (ranked: readonly SwissPlayer[]): readonly (SwissPlayer | undefined)[] =>
  ranked.length % 2 === 0 ? [undefined] : ranked.toReversed().toSorted((a, b) => a.byes - b.byes)

function pairAll(
  ranked: readonly SwissPlayer[],
  isWished: PairTest,
  isAllowed: PairTest,
): (readonly [SwissPlayer, SwissPlayer])[] | undefined {
  const byIndex =
    (test: PairTest): IndexTest =>
    (a, b) =>
      test(ranked[a] as SwissPlayer, ranked[b] as SwissPlayer)
  const areWished = byIndex(isWished)
  const areAllowed = byIndex(isAllowed)
  const partners = perfectMatching(pairGroups(ranked, areWished, areAllowed), areAllowed)
  if (partners === undefined) return undefined
  exchange(partners, areWished)
  return partners.flatMap((b, a) =>
    a < b ? [[ranked[a] as SwissPlayer, ranked[b] as SwissPlayer] as const] : [],
  )
}

/** The partner of each player by the rule of the halves; −1 for a player that it leaves without one. */
function pairGroups(ranked: readonly SwissPlayer[], areWished: IndexTest, areAllowed: IndexTest): number[] {
  const partners = ranked.map(() => -1)
  let group: number[] = []
  for (const [at, player] of ranked.entries()) {
    group.push(at)
    if (ranked[at + 1]?.score === player.score) continue
    const half = Math.floor(group.length / 2)
    const lower = group.slice(half)
    for (const [place, a] of group.slice(0, half).entries()) {
      const isFree = (b: number): boolean => partners[b] === -1
      const b =
        nearest(lower, place, (b) => isFree(b) && areWished(a, b)) ??
        nearest(lower, place, (b) => isFree(b) && areAllowed(a, b))
      if (b === undefined) continue
      partners[a] = b
      partners[b] = a
    }
    group = group.filter((a) => partners[a] === -1)
  }
  return partners
}

/** Turns pairs that are only allowed into preferred ones, by exchanging partners with a pair near by. */
function exchange(partners: number[], areWished: IndexTest): void {
  for (const [a, b] of partners.entries()) {
    if (a > b || areWished(a, b)) continue
    for (let step = 1; step <= 2 * NEAR; step++) {
      const c = b + (step % 2 === 0 ? step / 2 : -(step + 1) / 2)
      const d = partners[c]
      if (d === undefined || c === a || !areWished(a, c) || !areWished(b, d)) continue
      partners[a] = c
      partners[c] = a
      partners[b] = d
      partners[d] = b
      break
    }
  }
}

const NEAR = 20

/** The first item that fits, from a place in the list on, then backwards from there. */
function nearest(list: readonly number[], at: number, isFit: (item: number) => boolean): number | undefined {
  for (let i = at; i < list.length; i++) if (isFit(list[i] as number)) return list[i]
  for (let i = at - 1; i >= 0; i--) if (isFit(list[i] as number)) return list[i]
  return undefined
}

/** The player that was less often on the first side begins; else the one that did not begin last time; else they alternate by pair. */
const giveSides =
  (games: number) =>
  ([a, b]: readonly [SwissPlayer, SwissPlayer], at: number): readonly [SwissPlayer, SwissPlayer] => {
    const isOdd = games % 2 === 1
    if (isOdd && a.balance !== b.balance) return a.balance < b.balance ? [a, b] : [b, a]
    if (isOdd && a.wasFirst !== b.wasFirst) return a.wasFirst === true ? [b, a] : [a, b]
    return at % 2 === 0 ? [a, b] : [b, a]
  }
