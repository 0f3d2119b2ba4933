import { must } from '../../src/base/result.ts'
import type { ProcessOptions } from '../../src/runner/process/bot-process.ts'
import { startProcess } from '../../src/runner/process/start-process.ts'
import { inTurns } from './arena.ts'
import { playGame, STDERR_CAP, type GameReport } from './play-game.ts'
import { AGAINST_ITSELF, CASES, type Case } from './table.ts'

export interface Outcome extends Case {
  readonly report: GameReport
}

/** The time limit of a move, long enough for a busy machine. */
export const AMPLE_MS = 200_000

/** Plays every program of the table against an honest one, both in sandboxes. */
export function runSuite(bots: string, opponent: string): Promise<Outcome[]> {
  return inTurns(CASES, 2, async (item) => {
    await using program = must(await startProcess(optionsFor(item.program, bots)))
    const rival: ProcessOptions = AGAINST_ITSELF.has(item.program)
      ? optionsFor(item.program, bots)
      : { argv: ['./takes-its-time'], cwd: opponent, sandbox: { memoryMb: 128 } }
    await using honest = must(await startProcess(rival))
    const report = await playGame(program, honest, item.verdict === 'time limit' ? 700 : AMPLE_MS)
    return { ...item, report }
  })
}

export function optionsFor(program: string, bots: string): ProcessOptions {
  const [language = '', name = ''] = program.split('/')
  const argv: ProcessOptions['argv'] =
    language === 'c' ? [`./${name}`] : [language === 'python' ? 'python3' : language, name]
  return {
    argv,
    cwd: bots,
    env: { GIVEN: 'yes' },
    stderrCap: STDERR_CAP,
    sandbox: { memoryMb: language === 'c' || language === 'python' ? 128 : 256 },
  }
}
