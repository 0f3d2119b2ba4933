import { fail, ok, type Result } from '../../../src/base/result.ts'
import { SEATS, type Pair, type Seat } from '../../../src/game/game.ts'
import type { Remark } from '../../../src/game/remark.ts'
import { advance, startMatch } from '../../../src/match/machine.ts'
import type { Match, MatchEvent, ModelUse, Player, RoundResult, Step } from '../../../src/match/match.ts'
import { readEventLine, readHeaderLine } from '../../../src/match/read-line.ts'
import { specToReplay, type RecordHeader } from '../../../src/match/record.ts'
import { thoughtOf } from '../../../src/match/thought-of.ts'
import { loadedGame } from './games.ts'

/**
 * A match as it can be leafed through: what is shown live and what is replayed are the same list of frames. It is a
 * pure function of the lines of a record.
 */
export interface Story {
  readonly header: RecordHeader
  readonly names: Pair<string>
  /** Never empty. */
  readonly frames: readonly Frame[]
  readonly rounds: readonly RoundStory[]
  /** The match after the last line. */
  readonly match: Match
  /** The time of the last line, in milliseconds since the match began. */
  readonly at: number
  /** The number of events so far. */
  readonly events: number
  /** How long each has thought about the turn that is not complete yet, in milliseconds. */
  readonly thought: Pair<number | undefined>
  /** What each used for it, if it is a language model. */
  readonly used: Pair<ModelUse | undefined>
  /** The remarks of both seats in that turn. */
  readonly remarks: Pair<Remark | undefined>
  /** Whether there was any remark so far. */
  readonly hasRemarks: boolean
  /** Whether a remark so far had marks. */
  readonly hasMarks: boolean
  /** Whether the line with the result has come. */
  readonly isComplete: boolean
}

/** One position worth stopping at: the start of a round, a turn, or an end without one. */
export interface Frame {
  /** Counts the rounds from 0 in the order they were played, repeated ones too. */
  readonly round: number
  /** Counts the frames of the round from 0. */
  readonly ply: number
  /** The match with this position: at the end of a round, with the position that ended it. */
  readonly match: Match
  readonly at: number
  /** What was played to get here. */
  readonly turn?: Pair<string | undefined>
  /** How long each thought about it, in milliseconds, where times were kept. */
  readonly thought?: Pair<number | undefined>
  /** What each used for it, if one of them is a language model. */
  readonly used?: Pair<ModelUse | undefined>
  /** An invalid move, a refusal or a flip since this turn. */
  readonly notice?: string
  /** The last remark of each seat in this round, at this turn or before. */
  readonly said: Pair<Said | undefined>
  readonly result?: RoundResult
  /** The number of events that lead to this position, before any answer to its question. */
  readonly events: number
}

/** A remark, and the ply it was made at. */
export interface Said {
  readonly remark: Remark
  readonly ply: number
}

export interface RoundStory {
  readonly seats: Pair<Player>
  /** Index of its first frame, and how many there are so far. */
  readonly first: number
  readonly count: number
  readonly result?: RoundResult
}

export function beginStory(line: string): Result<Story> {
  const read = readHeaderLine(line, loadedGame)
  if (!read.ok) return fail('bad-record', 'This page does not know the rules of this match: reload the page')
  const header = read.value
  const { match } = startMatch(specToReplay(header))
  const names: Pair<string> = [header.players[0].name, header.players[1].name]
  return ok({
    header,
    names,
    frames: [{ round: 0, ply: 0, match, at: 0, said: NOTHING, events: 0 }],
    rounds: [{ seats: match.round.seats, first: 0, count: 1 }],
    match,
    at: 0,
    events: 0,
    thought: NOTHING,
    used: NOTHING,
    remarks: NOTHING,
    hasRemarks: false,
    hasMarks: false,
    isComplete: false,
  })
}

/** The story with more lines. Pass many at once: each call copies the lists. */
export function continueStory(story: Story, lines: readonly string[]): Result<Story> {
  const events: MatchEvent[] = []
  let { isComplete } = story
  for (const line of lines) {
    const event = readEventLine(line)
    if (event === undefined)
      return fail('bad-record', 'Cannot follow the match: a line of its record is unreadable')
    if (event === 'over') isComplete = true
    else events.push(event)
  }
  return ok({ ...withEvents(story, events), isComplete })
}

export function withEvents(story: Story, events: readonly MatchEvent[]): Story {
  const draft: Draft = {
    names: story.names,
    times: story.header.times,
    frames: [...story.frames],
    rounds: [...story.rounds],
    events: story.events,
    thought: story.thought,
    used: story.used,
    remarks: story.remarks,
    hasRemarks: story.hasRemarks,
    hasMarks: story.hasMarks,
  }
  let { match, at } = story
  for (const event of events) {
    at = Math.max(at, event.at)
    const step = advance(match, event)
    draft.events++
    tell(draft, match, event, step, at)
    match = step.match
  }
  const { names: _names, times: _times, ...told } = draft
  return { ...story, ...told, match, at }
}

interface Draft {
  readonly names: Pair<string>
  readonly times: boolean
  readonly frames: Frame[]
  readonly rounds: RoundStory[]
  events: number
  /** Of the turn that is being played. */
  thought: Pair<number | undefined>
  used: Pair<ModelUse | undefined>
  remarks: Pair<Remark | undefined>
  hasRemarks: boolean
  hasMarks: boolean
}

const NOTHING: Pair<undefined> = [undefined, undefined]

function tell(draft: Draft, before: Match, event: MatchEvent, step: Step, at: number): void {
  const { match: after, endedRound } = step
  const { frames, rounds, times, events } = draft
  const last = frames.at(-1)
  const round = rounds.at(-1)
  if (last === undefined || round === undefined) return
  if ('spent' in event && event.spent?.model) draft.used = withSeat(draft.used, event.seat, event.spent.model)
  if (event.kind === 'answered') {
    const thought = times ? thoughtOf(before, event) : undefined
    if (thought) draft.thought = withSeat(draft.thought, event.seat, thought.ms)
    draft.remarks = withSeat(draft.remarks, event.seat, event.remark)
    draft.hasRemarks ||= event.remark !== undefined
    draft.hasMarks ||= event.remark?.marks !== undefined
  }

  const result = after.ended.length > before.ended.length ? after.ended.at(-1) : undefined
  const isNextRound = endedRound !== undefined && after.phase !== 'over'
  const shown = isNextRound ? { ...before, round: endedRound, ended: after.ended, score: after.score } : after
  const hasTurn = shown.round.turns > before.round.turns
  if (hasTurn || result) {
    frames.push({
      round: last.round,
      ply: last.ply + 1,
      match: shown,
      at,
      events,
      said: saidBy(last, draft.remarks),
      ...(hasTurn && shown.round.lastTurn && { turn: shown.round.lastTurn, thought: draft.thought }),
      ...((draft.used[0] ?? draft.used[1]) && { used: draft.used }),
      ...(result && { result }),
    })
    rounds.splice(-1, 1, { ...round, count: round.count + 1, ...(result && { result }) })
    draft.thought = NOTHING
    draft.used = NOTHING
    draft.remarks = NOTHING
  } else {
    // The position stays the same: a clock starts, or a move is refused.
    const notice = noticeOf(draft.names, before, event, after)
    // The first of two simultaneous answers is not shown.
    if (event.kind === 'answered' && notice === undefined) return
    const count = event.kind === 'answered' ? last.events : events
    frames.splice(-1, 1, {
      ...last,
      match: after,
      at,
      events: count,
      ...(notice !== undefined && { notice }),
    })
  }
  if (isNextRound) {
    frames.push({ round: last.round + 1, ply: 0, match: after, at, said: NOTHING, events })
    rounds.push({ seats: after.round.seats, first: frames.length - 1, count: 1 })
  }
}

const withSeat = <T>(pair: Pair<T>, seat: Seat, value: T): Pair<T> =>
  seat === 0 ? [value, pair[1]] : [pair[0], value]

function saidBy({ said, ply }: Frame, [first, second]: Pair<Remark | undefined>): Pair<Said | undefined> {
  if (first === undefined && second === undefined) return said
  return [
    first ? { remark: first, ply: ply + 1 } : said[0],
    second ? { remark: second, ply: ply + 1 } : said[1],
  ]
}

function noticeOf(names: Pair<string>, before: Match, event: MatchEvent, after: Match): string | undefined {
  const name = (seat: Seat): string => names[before.round.seats[seat]]
  const { cheat } = after.round
  if (cheat !== undefined && before.round.cheat === undefined) {
    const did =
      cheat.fault.text === undefined ? 'flipped the table' : `sent ${JSON.stringify(cheat.fault.text)}`
    return `${name(cheat.seat)} ${did}, which is illegal: will ${name(cheat.seat === 0 ? 1 : 0)} notice?`
  }
  if (event.kind === 'paused')
    return `${name(event.seat)} was not reachable for a while: its clock stood still`
  const refused = SEATS.find((seat) => after.round.refusals[seat] > before.round.refusals[seat])
  if (refused !== undefined && event.kind === 'answered')
    return `${name(refused)} sent ${JSON.stringify(event.text)}, which the host refused: it may try again`
  const gone = SEATS.find(
    (seat) => after.round.gone[seat] !== undefined && before.round.gone[seat] === undefined,
  )
  return gone === undefined ? undefined : `${name(gone)} has left; it loses when it is next to move`
}
