import { SEATS, type Pair, type Seat } from '../../../../src/game/game.ts'
import type { Remark } from '../../../../src/game/remark.ts'
import { awaitedSeats } from '../../../../src/match/machine.ts'
import type { MatchEvent, Player } from '../../../../src/match/match.ts'
import { readEventLine } from '../../../../src/match/read-line.ts'
import type { RecordHeader } from '../../../../src/match/record.ts'
import { lastIndex } from '../../story/cursor.ts'
import { beginStory, withEvents, type Frame, type Story } from '../../story/story.ts'
import { frameAt } from '../../watch/picture-at.ts'
import type { Answer, Hand } from './fork-address.ts'

/**
 * The story up to one of its positions. The question there is not answered yet, and no clock runs. What the players of the match said to
 * spectators is left out: others play on.
 */
export function forkStory(lines: readonly string[], events: number): Story | undefined {
  const begun = beginStory(lines[0] ?? '')
  if (!begun.ok) return undefined
  const past = lines.slice(1, 1 + events).flatMap((line) => {
    const event = readEventLine(line)
    return event === undefined || event === 'over' ? [] : [withoutRemark(event)]
  })
  const story = withEvents(begun.value, past)
  const { phase, round } = story.match
  const ready = phase === 'starting' ? SEATS.filter((seat) => !round.ready[seat]) : []
  const fork = withEvents(
    story,
    ready.map((seat): MatchEvent => ({ kind: 'ready', seat, at: story.at })),
  )
  // The turns to come have no times.
  return { ...fork, header: { ...fork.header, times: false } }
}

function withoutRemark(event: MatchEvent): MatchEvent {
  if (event.kind !== 'answered') return event
  const { remark: _remark, ...rest } = event
  return rest
}

/** A fork has no clock: each answer has the time of the position. */
export const answered = (story: Story, seat: Seat, text: string, remark?: Remark): Story =>
  withEvents(story, [{ kind: 'answered', seat, text, ...(remark && { remark }), at: story.at }])

/** All positions of a fork from its first one, one for each answer, up to the first answer that is not legal. */
export function playedOn(story: Story, answers: readonly Answer[]): readonly Story[] {
  const past = [story]
  let latest = story
  for (const { seat, move } of answers) {
    const { spec, round } = latest.match
    if (!awaitedIn(latest).includes(seat) || !spec.game.isLegal(round.state, seat, move)) break
    latest = answered(latest, seat, move)
    past.push(latest)
  }
  return past
}

/** The seats that are asked; none once the round is over, because a fork lasts one round. */
export function awaitedIn(story: Story): readonly Seat[] {
  const { result } = frameAt(story, lastIndex(story))
  return result === undefined && story.match.phase === 'playing' ? awaitedSeats(story.match) : []
}

/**
 * The user plays the seat that is to move. The other is played by the house brain that played it in the match, or else by one that every
 * game has.
 */
export function firstHands({ header }: Story, { match }: Frame): Pair<Hand> {
  const [asked = 0] = awaitedSeats(match)
  const other = asked === 0 ? 1 : 0
  const you: Hand = { kind: 'you' }
  const brain: Hand = houseHand(header, match.round.seats[other]) ?? { kind: 'brain', name: 'baseline' }
  return asked === 0 ? [you, brain] : [brain, you]
}

/** The house brain that played in the match, if one did. */
export function houseHand({ players }: RecordHeader, player: Player): Hand | undefined {
  const [, name] = /^house:(?!cheat)([a-z0-9-]+)$/.exec(players[player].bot ?? '') ?? []
  return name === undefined ? undefined : { kind: 'brain', name }
}

export const withoutRemarks = (story: Story): Story => ({
  ...story,
  frames: story.frames.map((frame) => ({ ...frame, said: [undefined, undefined] })),
  hasRemarks: false,
  hasMarks: false,
})

/** The story with the names of the fork's players. */
export function withHands(story: Story, hands: Pair<Hand>): Story {
  const { seats } = story.match.round
  const nameOf = (player: 0 | 1): string => {
    const hand = hands[seats[0] === player ? 0 : 1]
    return hand.kind === 'you' ? 'You' : `house:${hand.name}`
  }
  const names: Pair<string> = [nameOf(0), nameOf(1)]
  const told = names[0] === names[1] ? ([`${names[0]} (1)`, `${names[1]} (2)`] as const) : names
  return {
    ...story,
    names: told,
    header: { ...story.header, players: [{ name: told[0] }, { name: told[1] }] },
  }
}
