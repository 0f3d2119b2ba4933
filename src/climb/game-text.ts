import { must } from '../base/result.ts'
import { boardText } from '../briefing/board-text.ts'
import type { Pair, Seat } from '../game/game.ts'
import { findGame } from '../games/index.ts'
import { describeEnd } from '../match/describe.ts'
import { advance, startMatch } from '../match/machine.ts'
import type { Player, Round } from '../match/match.ts'
import { readRecord } from '../match/read-record.ts'
import { nodeDigest } from '../runner/digest.ts'

/** Positions that are drawn: the last ones say most about a loss. */
const LAST_POSITIONS = 4

/** A game as text, for a reader without a viewer: how each round ended, its moves, and the last positions as the player saw them. */
export function gameText(record: string, player: Player): string {
  const { header, events } = must(readRecord(record, findGame, nodeDigest))
  const { spec } = header
  const { game } = spec
  const names: Pair<string> = [header.players[0].name, header.players[1].name]
  // A record without times says who was late by an event, so that no clock is needed.
  const rules = header.times ? spec.rules : { ...spec.rules, clock: { kind: 'none' } as const }
  let { match } = startMatch({ ...spec, rules })
  let rounds: Round[] = []
  const texts: string[] = []
  for (const event of events) {
    const { match: next, endedRound } = advance(match, event)
    const round = endedRound ?? next.round
    if (round.turns > (rounds.at(-1)?.turns ?? 0)) rounds.push(round)
    const ended = endedRound && next.ended.at(-1)
    if (ended) {
      const seat: Seat = ended.seats[0] === player ? 0 : 1
      const moves = rounds.map(({ lastTurn }, index) => `${index + 1}. ${movesOf(lastTurn, game.seatNames)}`)
      const positions = rounds
        .slice(-LAST_POSITIONS)
        .map(
          ({ turns, state }) =>
            `After turn ${turns}:\n\n${boardText(game.scene(game.view(state, seat)), seat)}`,
        )
      texts.push(
        [
          `Round ${ended.index + 1}: ${describeEnd(ended, spec, names)}. ${names[player]} was ${game.seatNames[seat]}.`,
          ['Moves:', ...moves].join('\n'),
          ...positions,
        ].join('\n\n'),
      )
      rounds = []
    }
    match = next
  }
  return `${texts.join('\n\n')}\n`
}

const movesOf = (turn: Round['lastTurn'], seatNames: Pair<string>): string =>
  [turn?.[0], turn?.[1]]
    .flatMap((move, seat) => (move === undefined ? [] : [`${seatNames[seat]} ${move}`]))
    .join(', ')
