import type { Challenge } from '../challenges/challenge.ts'
import type { Fault, MatchEvent, MatchSpec, Player } from '../match/match.ts'
import { replayRounds } from '../match/replay-rounds.ts'
import type { StdioDialect } from '../protocols/stdio/dialect.ts'
import { saysTooMuch } from '../protocols/stdio/scan.ts'
import { parseLine } from '../protocols/stdio/transcript.ts'
import type { Awaited } from '../protocols/wire-doctor.ts'
import { firstOpening } from '../runner/first-opening.ts'
import type { ProcessEnd } from '../runner/process/bot-process.ts'
import { expectationAt, knowledgeOf, type Knowledge } from './knowledge.ts'
import { outputOf, type Moment, type Observation } from './observation.ts'
import { splitOutput } from './split-output.ts'

/** What an arena kept of a program in one round. */
export interface KeptRound {
  /** Counted from 0. */
  readonly round: number
  readonly stderr: string
  /** Lines of a transcript, each with the number of turns that had been played when the program was asked last. */
  readonly lines: readonly { readonly turn: number; readonly text: string }[]
}

/** A match of an arena, as one of its programs played it. */
export interface KeptMatch {
  readonly challenge: Challenge
  readonly spec: MatchSpec
  readonly events: readonly MatchEvent[]
  /** Which of the two players the program was. */
  readonly player: Player
  readonly dialect: StdioDialect
  readonly logs: readonly KeptRound[]
}

/**
 * The rounds of a match that are over, as `diagnose` takes them. The match was played once and the program is gone: no line was
 * held back, no input was closed, and there is no second look.
 */
export function observeMatch({
  challenge,
  spec,
  events,
  player,
  dialect,
  logs,
}: KeptMatch): readonly Observation[] {
  const knows = knowledgeOf(dialect, firstOpening(challenge, spec))
  return replayRounds(spec, events).flatMap((played) => {
    // A round that was voided has a log as well: the round that counts came after it.
    const log = logs.findLast(({ round }) => round === played.result.index)
    const seat = played.result.seats[0] === player ? 0 : 1
    const { end, index } = played.result
    const fault = end.kind === 'forfeited' ? end.faults[seat] : undefined
    if (end.kind === 'void' || (log === undefined && fault === undefined)) return []
    const heard = hear(log, knows, fault)
    const exit = fault && exitOf(fault)
    return [
      {
        trial: {
          number: index + 1,
          opponent: 'opponent',
          seat,
          seed: spec.seed,
          settings: spec.settings,
          holds: false,
          closes: false,
        },
        seat,
        game: spec.game,
        clock: spec.rules.clock,
        startUpMs: spec.rules.startUpMs,
        ...heard,
        awaited: awaitedIn(heard, fault),
        turns: played.turns.map(({ moves }) => moves),
        first: played.first,
        last: played.turns.at(-1)?.after ?? played.first,
        end,
        neverBegan: !played.round.ready[seat],
        times: [],
        errors: log?.stderr ?? '',
        ...(fault && { fault }),
        ...(exit && { exit }),
      },
    ]
  })
}

/** To compare every line of the host with all answers before it takes the square of this. */
const MOST_LINES = 400

/**
 * What the program was sent and wrote. If the conversation is long, or lines are left out of it, then only the answer to the
 * last question of a round that the program lost by a fault.
 */
function hear(
  log: KeptRound | undefined,
  knows: Knowledge,
  fault: Fault | undefined,
): { readonly moments: readonly Moment[]; readonly knows: Knowledge } {
  const lines = log?.lines ?? []
  const gap = lines.findLastIndex(({ text }) => LEFT_OUT.test(text))
  if (gap < 0 && lines.length <= MOST_LINES) return { moments: momentsOf(lines), knows }
  if (fault === undefined) return { moments: [], knows }
  const turn = lines.at(-1)?.turn ?? 0
  const rest = lines.slice(gap + 1).filter((line) => line.turn === turn && line.text.startsWith('<'))
  return { moments: momentsOf(rest), knows: turn === 0 ? knows : { ...knows, opening: [] } }
}

const LEFT_OUT = /^! (?:\d+ lines are left out here|the transcript is full)/

const momentsOf = (lines: KeptRound['lines']): readonly Moment[] =>
  lines.flatMap((line): readonly Moment[] => {
    const { side, text } = parseLine(line.text) ?? { side: '!', text: '' }
    if (side === '>') return [{ kind: 'sent', text }]
    return side === '<' ? [{ kind: 'came', bytes: new TextEncoder().encode(text) }] : []
  })

/** What the host waited for: the answer that it could not use, or the one that did not come. */
function awaitedIn(heard: Pick<Observation, 'moments' | 'knows'>, fault: Fault | undefined): Awaited {
  const { said, rest } = splitOutput(heard.knows, outputOf(heard))
  const isRest = saysTooMuch(fault?.detail ?? '') && /\S/.test(rest)
  const isUsed = fault?.kind === 'illegal' || (fault?.kind === 'garbled' && !isRest)
  const at = isUsed ? Math.max(0, said.length - 1) : said.length
  return expectationAt(heard.knows, at).awaited
}

/** How the program ended, as the words of the fault tell. */
function exitOf({ kind, detail = '' }: Fault): ProcessEnd | undefined {
  if (kind !== 'crashed' && kind !== 'silent') return undefined
  const [, code] = /exit code (\d+)/.exec(detail) ?? []
  if (code !== undefined) return { kind: 'exited', code: Number(code) }
  const [, signal] = /killed by (\w+)/.exec(detail) ?? []
  return signal === undefined ? undefined : { kind: 'killed', signal }
}
