import { Type } from 'typebox'
import type { MatchBody } from '../api/matches.ts'
import { Id, List, Nullable, PairOf, words } from '../api/schema.ts'
import { isObject, parseObject } from '../base/json.ts'
import { findGame } from '../games/index.ts'
import { tool, type Tool } from './tool.ts'

const recordUri = (match: number): string => `gamegrid://matches/${match}/record`
export const RECORD_TYPE = 'application/jsonl'

/** Moves that an answer has at most; the record has all. */
const MOST_MOVES = 200

const MoveBody = Type.Object({
  seat: Type.String({ description: 'As the game calls it' }),
  did: Type.String({
    description: 'A move, or what the player did instead: flipped, resigned, left, ticked',
  }),
})

const lookAtMatch = tool({
  name: 'look_at_match',
  title: 'Look at a match',
  description:
    'A match of any team: who plays, the result and exactly why, and the moves once it is over. The record is a resource.',
  input: Type.Object({ match: Type.Integer({ ...Id }) }, { additionalProperties: false }),
  output: Type.Object({
    match: Type.Integer(),
    challenge: Type.String(),
    status: words(['open', 'waiting', 'playing', 'over']),
    players: List(Type.String()),
    score: PairOf(Type.Integer()),
    winner: Nullable(Type.String()),
    counts: Type.Boolean({ description: 'False for a match that the arena failed' }),
    why: Nullable(Type.String({ description: 'How it ended, in words' })),
    moves: List(MoveBody, { description: `Once it is over; of a long match the last ${MOST_MOVES}` }),
    movesLeftOut: Type.Integer({ description: 'Earlier ones' }),
    watch: Type.String({ description: 'Where a person can look through the match in a browser' }),
  }),
  isReadOnly: true,
  async run({ match: id }, arena) {
    const match = await arena.get<MatchBody>(`/matches/${id}`)
    const isOver = match.status === 'over' && match.started !== null
    const { moves, leftOut } = isOver
      ? movesIn(await arena.text(`/matches/${id}/record`), match.game)
      : { moves: [], leftOut: 0 }
    const players = match.players.map(({ name }) => name)
    const winner = match.winner === null ? null : (players[match.winner] ?? null)
    const data = {
      match: id,
      challenge: match.challenge,
      status: match.status,
      players,
      score: match.score,
      winner,
      counts: !match.void,
      why: match.end,
      moves,
      movesLeftOut: leftOut,
      watch: `${arena.url}/matches/${id}`,
    }
    const text = [
      `Match ${id}, ${match.title}: ${players.join(' against ')}.`,
      match.status === 'over'
        ? `It is over, ${match.score.join(':')}: ${match.end ?? 'it was withdrawn'}.`
        : `It is not over: ${match.status}.`,
      ...(moves.length === 0
        ? []
        : [
            `${leftOut > 0 ? `The last ${moves.length} moves (${leftOut} before them)` : 'Moves'}: ${moves.map(({ seat, did }) => `${seat} ${did}`).join(', ')}`,
          ]),
      `Watch: ${data.watch}`,
    ]
    return {
      text: text.join('\n'),
      data,
      ...(isOver && {
        link: { uri: recordUri(id), name: `Record of match ${id}`, mimeType: RECORD_TYPE },
      }),
    }
  },
})

export const MATCH_TOOLS: readonly Tool[] = [lookAtMatch]

const DEEDS: readonly unknown[] = ['answered', 'flipped', 'resigned', 'left', 'ticked']

/** What the players did, in order, as the lines of the record say it. */
function movesIn(record: string, game: string) {
  const lines = record.split('\n').filter((line) => DEEDS.includes(/^\{"event":"(\w+)"/.exec(line)?.[1]))
  const shown = lines.slice(-MOST_MOVES)
  const names = findGame(game)?.seatNames ?? ['0', '1']
  const moves = shown.flatMap((line) => {
    const event = parseObject(line)
    if (!isObject(event)) return []
    const { seat, text } = event
    const did = typeof text === 'string' ? text : String(event['event'])
    return [{ seat: seat === 1 ? names[1] : names[0], did }]
  })
  return { moves, leftOut: lines.length - shown.length }
}
