import { SEATS, type Pair, type Seat } from '../../../../src/game/game.ts'
import type { Remark } from '../../../../src/game/remark.ts'
import type { MatchEvent } from '../../../../src/match/match.ts'
import { readEventLine } from '../../../../src/match/read-line.ts'
import { beginStory, withEvents, type Story } from '../../story/story.ts'

/** Who plays on: a person here, or a house brain. */
export type Hand = { readonly kind: 'you' } | { readonly kind: 'brain'; readonly name: string }

/** The story up to one of its positions. The question there is not answered yet, and no clock runs. */
export function forkStory(lines: readonly string[], events: number): Story | undefined {
  const begun = beginStory(lines[0] ?? '')
  if (!begun.ok) return undefined
  const past = lines.slice(1, 1 + events).flatMap((line) => {
    const event = readEventLine(line)
    return event === undefined || event === 'over' ? [] : [event]
  })
  const story = withEvents(begun.value, past)
  const { phase, round } = story.match
  if (phase !== 'starting') return story
  const ready = SEATS.filter((seat) => !round.ready[seat])
  return withEvents(
    story,
    ready.map((seat): MatchEvent => ({ kind: 'ready', seat, at: story.at })),
  )
}

/** A fork has no clock: each answer has the time of the position. */
export const answered = (story: Story, seat: Seat, text: string, remark?: Remark): Story =>
  withEvents(story, [{ kind: 'answered', seat, text, ...(remark && { remark }), at: story.at }])

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
