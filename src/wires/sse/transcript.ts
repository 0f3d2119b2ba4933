import { advance, startMatch } from '../../match/machine.ts'
import type { MatchEvent, MatchSpec } from '../../match/match.ts'
import { commandOf, FLIP_ACTION } from './commands.ts'
import { tellEvent, type Listener } from './tell-battle.ts'
import type { BattleNote } from '../../store/store.ts'
import type { StoryRow } from '../../store/store.ts'

/** One message of a battle, or a note about it. */
export interface TranscriptLine {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly from: 'arena' | 'team' | 'note'
  readonly text: string
  /** Counted from 0. */
  readonly round: number
  /** Turns that had been played before it. */
  readonly turn: number
}

export interface TranscriptOptions {
  readonly spec: MatchSpec
  readonly challenge: string
  readonly to: Listener
  /** Events of the match and notes about this battle, without those about the other team's. */
  readonly story: readonly StoryRow[]
}

/** Writes all messages of a battle as its team saw them, in both directions. The log has none of them: they follow from the events. */
export function writeTranscript({
  spec,
  challenge,
  to,
  story,
}: TranscriptOptions): readonly TranscriptLine[] {
  const lines: TranscriptLine[] = []
  let { match } = startMatch(spec)
  for (const { time: at, what } of story) {
    const { index: round, turns: turn } = match.round
    if (what.kind === 'note') {
      for (const said of describeNote(what.note, challenge, to.battle))
        lines.push({ at, round, turn, ...said })
      continue
    }
    const next = advance(match, what.event).match
    const body = match.phase === 'playing' ? bodyOf(what.event, to, spec.game.id) : undefined
    if (body !== undefined)
      lines.push(
        { at, round, turn, from: 'team', text: `POST /${challenge}/play/${to.battle} ${body}` },
        { at, round, turn, from: 'arena', text: '200' },
      )
    for (const { data } of tellEvent(match, what.event, next, to))
      lines.push({ at, round, turn, from: 'arena', text: `data: ${data}` })
    match = next
  }
  return lines
}

/** The body of the request that made this event, if the team made it. */
function bodyOf(event: MatchEvent, { seat }: Listener, game: string): string | undefined {
  if (event.kind === 'flipped' && event.seat === seat) return JSON.stringify({ action: FLIP_ACTION })
  return event.kind === 'answered' && event.seat === seat
    ? JSON.stringify(commandOf(game, event.text))
    : undefined
}

type Said = Pick<TranscriptLine, 'from' | 'text'>

function describeNote(note: BattleNote, challenge: string, battle: string): readonly Said[] {
  const stream = `GET /${challenge}/start/${battle}`
  const command = `POST /${challenge}/play/${battle}`
  const refused = (request: string, status: number, error: string): readonly Said[] => [
    { from: 'team', text: request },
    { from: 'arena', text: `${status} ${JSON.stringify({ error })}` },
  ]
  switch (note.kind) {
    case 'invited':
      return [{ from: 'arena', text: `POST ${note.url} ${JSON.stringify({ battleId: battle })}` }]
    case 'invitation-answered':
      return [{ from: 'team', text: String(note.status) }]
    case 'invitation-failed':
      return [{ from: 'team', text: `no answer: ${note.problem}` }]
    case 'stream-opened':
      return [{ from: 'team', text: stream }]
    case 'stream-left':
      return [{ from: 'team', text: 'left the stream' }]
    case 'unreadable':
      return refused(`${command} ${note.body}`, 400, 'malformed JSON')
    case 'refused':
      return refused(
        note.request === 'stream' ? stream : `${command} ${note.body}`.trim(),
        note.status,
        note.why,
      )
    case 'called-in-turn':
      return [{ from: 'note', text: IN_TURN[note.why] }]
    case 'crossed':
      return [
        {
          from: 'team',
          text: `${command} ${note.body}, answered 200 and not played: it may have crossed the cheat`,
        },
      ]
  }
}

const IN_TURN = {
  wanted: 'The team is called to one battle after the other, as the run is set to be sequential',
  'answers-late':
    'The team is called to one battle after the other: it did not answer the first call while that battle went on',
} as const
