import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgsStringToArgv } from 'string-argv'
import { longestGroup } from '../challenges/longest-group.ts'
import type { Pair, Seat } from '../game/game.ts'
import { scoreOf, type LongestGroupState } from '../games/longest-group/index.ts'
import { describeEnd } from '../match/describe.ts'
import { makeSpec, type Fault, type Match } from '../match/match.ts'
import { show } from '../base/fields.ts'
import { fail, must, ok, type Result } from '../base/result.ts'
import { longestGroup as wire } from '../wires/longest-group/words.ts'
import { playMatch } from '../runner/play-match.ts'
import { examineSandbox } from '../runner/sandbox/examine-sandbox.ts'
import { programContestant } from '../runner/program-contestant.ts'
import { locate, type ProgramCommand } from '../runner/program-command.ts'
import { findProgram } from '../runner/process/find-program.ts'
import { sandboxMachine } from '../runner/sandbox/sandbox-machine.ts'
import { programProcess } from '../runner/source-contestant.ts'
import { printable } from './text.ts'

/** 0: draw, 1 or 2: that player won, 255: it could not be played. */
type HostExit = 0 | 1 | 2 | 255

export interface HostArguments {
  readonly programs: Pair<readonly [program: string, args: readonly string[]]>
  /** Cores named by the mask of `-s`; undefined means no sandbox. */
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
  const core = parsed.cores && chooseCore(parsed.cores)
  if (typeof core === 'string') return refuse(core)
  const { game, preset, rules } = longestGroup
  const spec = must(makeSpec(game, game.presets[preset] ?? {}, rules, 0))
  const contestant = (seat: Seat) =>
    programContestant({
      name: `player ${seat + 1}`,
      bot: parsed.programs[seat][0],
      dialect: wire,
      process: {
        ...programProcess(programs[seat], {}),
        ...(core !== undefined && { sandbox: { cores: [core], from: 'person' } }),
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

/** Returns the arguments, or the error sentence of the 2019 host. `-s N` may stand anywhere; the last ARGS are optional. */
export function readArguments(words: readonly string[]): HostArguments | string {
  const rest = [...words]
  const flag = rest.indexOf('-s')
  const mask = flag < 0 ? undefined : rest.splice(flag, 2)[1]
  const cores = mask === undefined ? undefined : readMask(mask)
  if (flag >= 0 && cores === undefined) return UNKNOWN
  if (cores?.length === 0)
    return `Cannot use affinity mask ${mask}: it names no core, expected a bit for each core, as in 1 for core 0`
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
  if (!/^(?:0x[0-9a-f]{1,13}|\d{1,15})$/i.test(text)) return undefined
  const mask = BigInt(text)
  return Array.from({ length: 52 }, (_, core) => core).filter((core) => (mask >> BigInt(core)) & 1n)
}

/**
 * A player has one core: the first core of the mask that this machine offers. Both players share it, because only the
 * player to move runs.
 */
function chooseCore(named: readonly number[]): number | string {
  const { cores: offered } = must(sandboxMachine())
  return (
    named.find((core) => offered.includes(core)) ??
    `Cannot run on core ${named.join(', ')}: this machine offers ${offered.join(', ')}`
  )
}

function locateAll({ programs }: HostArguments): Pair<ProgramCommand> | string {
  const [first, second] = [find(...programs[0]), find(...programs[1])]
  if (!first.ok) return first.problem.message
  return second.ok ? [first.value, second.value] : second.problem.message
}

/** A bare name is a program in the current folder, beside the host, or in PATH. */
function find(program: string, args: readonly string[]): Result<ProgramCommand> {
  if (/[\\/]/.test(program)) return locate(program, args)
  if (isFile(program)) return locate(`./${program}`, args)
  const beside = HOST_FOLDERS.map((folder) => join(folder, program)).find(isFile)
  if (beside === undefined) {
    const inPath = locate(program, args)
    return inPath.ok || findProgram(program, '.') !== undefined
      ? inPath
      : fail(
          'bad-program',
          `Cannot find program ${show(program)}: it is not in this folder, beside the host or in PATH`,
        )
  }
  // An interpreter starts in the current folder, where its arguments are files.
  return args.some(isFile) ? ok({ argv: [beside, ...args], cwd: process.cwd() }) : locate(beside, args)
}

/** The folder of the command, which may be a link, and the real folder of the host. */
const HOST_FOLDERS = [dirname(process.argv[1] ?? '.'), resolve(import.meta.dirname, '../../bin')]

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

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

/** The first two are the sentences of the 2019 host, which knew no other reasons. */
function forfeit(seat: Seat, fault: Fault): string {
  const player = `Player ${seat + 1}`
  const why = fault.detail === undefined ? '' : `: ${fault.detail}`
  switch (fault.kind) {
    case 'timeout':
    case 'slow-start':
      return `${player} did not make a move in time.`
    case 'illegal':
    case 'garbled':
      return `${player} performed an illegal move: ${fault.text ?? fault.detail ?? ''}`
    case 'crashed':
      return `${player} crashed${why}.`
    case 'silent':
      return `${player} ended without a move${why}.`
    case 'out-of-memory':
      return `${player} used too much memory${why}.`
    case 'out-of-turn':
      return `${player} made a move out of turn${why}.`
    case 'resigned':
    case 'false-flip':
    case 'missed-flip':
      return `${player} gave up.`
  }
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
