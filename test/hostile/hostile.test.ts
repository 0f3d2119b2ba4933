import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { realClock } from '../../src/runner/clock.ts'
import { findTool } from '../../src/runner/process/find-program.ts'
import { launcher } from '../../src/runner/process/launcher.ts'
import { RunningProcess } from '../../src/runner/process/running-process.ts'
import { startProcess } from '../../src/runner/process/start-process.ts'
import { launchSandbox } from '../../src/runner/sandbox/launch-sandbox.ts'
import { sandboxMachine } from '../../src/runner/sandbox/sandbox-machine.ts'
import { fingerprint, openArena, type Arena } from './arena.ts'
import { playGame, STDERR_CAP } from './play-game.ts'
import { AMPLE_MS, optionsFor, runSuite, type Outcome } from './suite.ts'
import { AGAINST_ITSELF, CASES, STOPPED_BY_FILTER } from './table.ts'

let arena: Arena
beforeAll(async () => {
  // A secret that a bot must not see.
  process.env['GAMEGRID_SECRET'] = 'secret'
  // As in a server; the suite as an ordinary user starts its programs itself, as the command line does.
  launcher.use()
  arena = await openArena()
})
afterAll(() => arena[Symbol.asyncDispose]())

const isRoot = process.getuid?.() === 0
const core = '/proc/sys/kernel/core_pattern'

describe(isRoot ? 'as root' : 'as an ordinary user', () => {
  let outcomes: readonly Outcome[]
  let before: readonly string[]
  const traces = (): readonly string[] => [
    fingerprint(arena.bots),
    fingerprint(arena.opponent),
    readFileSync(arena.secret, 'utf8'),
    readFileSync(core, 'utf8'),
  ]
  beforeAll(async () => {
    before = traces()
    outcomes = await runSuite(arena.bots, arena.opponent)
  }, 900_000)

  test('there are enough programs', () => expect(CASES.length).toBeGreaterThanOrEqual(85))
  test.each(CASES)('$program: $verdict', ({ program }) => judge(outcomes, program))
  test('no file has changed, no connection came, and the host still runs', () => {
    expect(traces()).toEqual(before)
    expect(arena.callers()).toBe(0)
    expect(existsSync(join(arena.bots, 'new'))).toBe(false)
  })
})

if (isRoot)
  describe('as an ordinary user, started by root', () => {
    let outcomes: readonly Outcome[]
    beforeAll(() => {
      outcomes = runAsUser(arena)
    }, 900_000)

    test.each(CASES)('$program: $verdict', ({ program }) => judge(outcomes, program))
  })

/** The opponent's turns last 60 ms in total: a program that runs during them uses much more than this. */
const TOLERANCE_MS = 1

function judge(outcomes: readonly Outcome[], program: string): void {
  const outcome = outcomes.find((item) => item.program === program)
  expect(outcome?.report).toMatchObject({ verdict: outcome?.verdict, through: [], opponent: 'plays' })
  expect(outcome?.report.leakedMs).toBeLessThan(TOLERANCE_MS)
  expect(outcome?.report.stderrLength).toBeLessThanOrEqual(STDERR_CAP)
}

/** A copy of the suite that every user may read: the project itself may be in root's home. */
function runAsUser({ root, bots, opponent }: Arena): readonly Outcome[] {
  const project = join(root, 'project')
  const source = join(import.meta.dirname, '../..')
  for (const folder of ['src/base', 'src/runner', 'test/hostile'])
    cpSync(join(source, folder), join(project, folder), { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  const node = join(root, 'node/bin')
  mkdirSync(node, { recursive: true })
  try {
    linkSync(process.execPath, join(node, 'node'))
  } catch {
    copyFileSync(process.execPath, join(node, 'node'))
  }
  const { status, stdout, stderr } = spawnSync(
    findTool('setpriv') ?? 'the setpriv of util-linux',
    [
      '--reuid=12345',
      '--regid=12345',
      '--clear-groups',
      'node',
      join(project, 'test/hostile/run-suite.ts'),
      bots,
      opponent,
    ],
    { encoding: 'utf8', cwd: project, env: { PATH: `${node}:/usr/bin:/bin`, GAMEGRID_SECRET: 'secret' } },
  )
  if (status !== 0) throw new Error(`The suite could not be run as another user: ${stderr.trim()}`)
  return JSON.parse(stdout) as readonly Outcome[]
}

async function startUnfiltered(program: string): Promise<RunningProcess> {
  const launch = must(await launchSandbox(optionsFor(program, arena.bots), must(sandboxMachine()), false))
  if ('kind' in launch) throw new Error(`${program} did not start`)
  return new RunningProcess(launch, realClock, STDERR_CAP)
}

describe('the suite bites: without the filter', () => {
  // The connections of a launcher have names already, so a bot cannot give them one even without the filter.
  beforeAll(() => void (launcher.isInUse = false))
  test.each(Object.entries(STOPPED_BY_FILTER))('%s gets through by %j', async (program, ways) => {
    await using bot = await startUnfiltered(program)
    await using rival = AGAINST_ITSELF.has(program)
      ? await startUnfiltered(program)
      : must(await startProcess({ argv: ['./plays'], cwd: arena.opponent, sandbox: {} }))
    const { through } = await playGame(bot, rival, AMPLE_MS)
    for (const way of ways)
      expect(
        through.some((line) => line.startsWith(`THROUGH ${way} (`)),
        way,
      ).toBe(true)
  })
})
