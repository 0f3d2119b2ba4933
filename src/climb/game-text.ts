import { must } from '../base/result.ts'
import { boardText } from '../briefing/board-text.ts'
import type { Pair, Seat } from '../game/game.ts'
import { findGame } from '../games/index.ts'
import { describeEnd } from '../match/describe.ts'
import type { Player } from '../match/match.ts'
import { readRecord } from '../match/read-record.ts'
import { specToReplay } from '../match/record.ts'
import { replayRounds } from '../match/replay-rounds.ts'
import { nodeDigest } from '../runner/digest.ts'

/** Positions that are drawn: the last ones say most about a loss. */
const LAST_POSITIONS = 4

/** A game as text, for a reader without a viewer: how each round ended, its moves, and the last positions as the player saw them. */
export function gameText(record: string, player: Player): string {
  const { header, events } = must(readRecord(record, findGame, nodeDigest))
  const { spec } = header
  const { game } = spec
  const names: Pair<string> = [header.players[0].name, header.players[1].name]
  const texts = replayRounds(specToReplay(header), events).map(({ result, turns }) => {
    const seat: Seat = result.seats[0] === player ? 0 : 1
    const moves = turns.map((turn, index) => `${index + 1}. ${movesOf(turn.moves, game.seatNames)}`)
    const positions = turns
      .map(
        ({ after }, index) =>
          `After turn ${index + 1}:\n\n${boardText(game.scene(game.view(after, seat)), seat)}`,
      )
      .slice(-LAST_POSITIONS)
    return [
      `Round ${result.index + 1}: ${describeEnd(result, spec, names)}. ${names[player]} was ${game.seatNames[seat]}.`,
      ['Moves:', ...moves].join('\n'),
      ...positions,
    ].join('\n\n')
  })
  return `${texts.join('\n\n')}\n`
}

const movesOf = (turn: Pair<string | undefined>, seatNames: Pair<string>): string =>
  turn.flatMap((move, seat) => (move === undefined ? [] : [`${seatNames[seat]} ${move}`])).join(', ')
