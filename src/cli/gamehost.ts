import { parseArgsStringToArgv } from 'string-argv'
import { longestGroup } from '../challenges/longest-group.ts'
import type { Pair, Seat } from '../game/game.ts'
import { scoreOf, type LongestGroupState } from '../games/longest-group/index.ts'
import { describeEnd } from '../match/describe.ts'
import { makeSpec, type Fault, type Match } from '../match/match.ts'
import { must } from '../base/result.ts'
import { longestGroup as wire } from '../protocols/stdio/longest-group.ts'
import { playMatch } from '../runner/play-match.ts'
import { examineSandbox } from '../runner/sandbox/examine-sandbox.ts'
import { programContestant } from '../runner/program-contestant.ts'
import { locate, type ProgramCommand } from '../runner/program-command.ts'
import { printable } from './text.ts'

/** 0: draw, 1 or 2: that player won, 255: it could not be played. */
type HostExit = 0 | 1 | 2 | 255

export interface HostArguments {
  readonly programs: Pair<readonly [program: string, args: readonly string[]]>
  /** Cores given with `-s`; undefined means no sandbox. */
  readonly cores?: readonly number[]
}

/** The 2019 game host: plays one round of longest-group between two programs, and prints what that host printed. */
export async function gamehost(words: readonly string[]): Promise<HostExit> {
  const parsed = readArguments(words)
  if (typeof parsed === 'string') return refuse(parsed)
  const programs = locateAll(parsed)
  if (typeof programs === 'string') return refuse(programs)
  const { problem } = parsed.cores ? await examineSandbox() : {}
  if (problem !== undefined) return refuse(problem)
  const { game, preset, rules } = longestGroup
  const spec = must(makeSpec(game, game.presets[preset] ?? {}, rules, 0))
  const contestant = (seat: Seat) =>
    programContestant({
      name: `player ${seat + 1}`,
      bot: parsed.programs[seat][0],
      dialect: wire,
      process: {
        ...programs[seat],
        ...(parsed.cores && { sandbox: { cores: parsed.cores, from: 'person' } }),
      },
      onErrors: (text) => process.stderr.write(printable(text)),
    })
  const match = await playMatch({
    challenge: longestGroup.id,
    spec,
    contestants: [contestant(0), contestant(1)],
  })
  return report(match)
}

const MISSING = 'Command line parameter for AI program missing.'
const UNKNOWN = 'Unknown command line parameter.'

/** Gives what the host says to a mistake, or the arguments. `-s N` may stand anywhere; the last ARGS may be left out. */
export function readArguments(words: readonly string[]): HostArguments | string {
  const rest = [...words]
  const flag = rest.indexOf('-s')
  const mask = flag < 0 ? undefined : rest.splice(flag, 2)[1]
  const cores = mask === undefined ? undefined : readMask(mask)
  if (flag >= 0 && cores === undefined) return UNKNOWN
  const [first, firstArgs, second, secondArgs = '', ...more] = rest
  if (more.length > 0 || [first, second].some((program) => program?.startsWith('-'))) return UNKNOWN
  if (!first || firstArgs === undefined || !second) return MISSING
  return {
    programs: [
      [first, parseArgsStringToArgv(firstArgs)],
      [second, parseArgsStringToArgv(secondArgs)],
    ],
    ...(cores && { cores }),
  }
}

/** An affinity mask: bit i stands for core i. */
function readMask(text: string): readonly number[] | undefined {
  const mask = /^(?:0x[0-9a-f]{1,13}|\d{1,15})$/i.test(text) ? BigInt(text) : 0n
  const cores = Array.from({ length: 52 }, (_, core) => core).filter((core) => (mask >> BigInt(core)) & 1n)
  return cores.length > 0 ? cores : undefined
}

function locateAll({ programs }: HostArguments): Pair<ProgramCommand> | string {
  const [first, second] = [locate(...programs[0]), locate(...programs[1])]
  if (!first.ok) return first.problem.message
  return second.ok ? [first.value, second.value] : second.problem.message
}

function refuse(sentence: string): HostExit {
  console.error(sentence)
  return 255
}

function report(match: Match): HostExit {
  const { result, ended, round, spec } = match
  const last = ended.at(-1)
  if (result === undefined || result.void || last === undefined)
    return refuse(
      `Cannot play the game: ${last ? describeEnd(last, spec, ['player 1', 'player 2']) : 'interrupted'}`,
    )
  const state = round.state as LongestGroupState
  if (last.end.kind === 'forfeited') {
    for (const seat of [0, 1] as const) {
      const fault = last.end.faults[seat]
      if (fault) console.log(printable(forfeit(seat, fault)))
    }
    console.log(grid(state))
    console.error(printable(describeEnd(last, spec, ['player 1', 'player 2'])))
  } else {
    console.log(`${grid(state)}\n`)
    for (const seat of [0, 1] as const) console.log(`Score for player ${seat + 1}: ${counts(state, seat)}`)
    console.log(result.winner === undefined ? 'Draw!' : `Victory for player ${result.winner + 1}!`)
  }
  return result.winner === undefined ? 0 : result.winner === 0 ? 1 : 2
}

function forfeit(seat: Seat, fault: Fault): string {
  const move =
    fault.kind === 'illegal' || fault.kind === 'garbled' ? (fault.text ?? '').replace(',', ' ') : undefined
  return move === undefined
    ? `Player ${seat + 1} did not make a move in time.`
    : `Player ${seat + 1} performed an illegal move: ${move}`
}

const grid = ({ board, config }: LongestGroupState): string =>
  Array.from({ length: config.height }, (_, y) => board.slice(y * config.width, (y + 1) * config.width)).join(
    '\n',
  )

const counts = (state: LongestGroupState, seat: Seat): string =>
  scoreOf(state, seat)
    .map((count) => `${String(count).padStart(2)} `)
    .join('')

if (import.meta.main || process.argv[1]?.endsWith('gamehost'))
  process.exitCode = await gamehost(process.argv.slice(2))
