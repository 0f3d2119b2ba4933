import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { deriveSeed, seededRng } from '../../src/base/rng.ts'
import { command, gamegrid, programOf } from '../cli/run.ts'

const home = mkdtempSync(join(tmpdir(), 'gamegrid-kill-'))
afterAll(() => rmSync(home, { recursive: true }))

interface Died {
  readonly signal: string | null
  readonly out: string
}

const HOST = programOf('test/tournament/killed-host.fixture.ts')

const host = (folder: string, workers: number, step: number): Promise<Died> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      [HOST, folder, String(workers), String(step)],
      { env: { ...process.env, NODE_COMPILE_CACHE: join(home, 'cache') } },
      (error, out) => done({ signal: error?.signal ?? null, out }),
    )
  })

/** Keys of the complete results, in their order. */
function keysIn(folder: string): string[] {
  const file = join(folder, 'results.jsonl')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  return lines.slice(1).map((line) => (JSON.parse(line) as { key: string }).key)
}

const started = (folder: string): string[] => {
  const file = join(folder, 'started.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
}

const KILLS = 30

describe.each([1, 4])('with %i workers', (workers) => {
  test(`a host that is killed ${KILLS} times loses nothing, plays nothing twice, and ends with the same table`, async () => {
    const whole = join(home, `whole-${workers}`)
    mkdirSync(whole)
    const expected = await host(whole, workers, Infinity)
    expect(JSON.parse(expected.out)).toMatchObject({ end: 'done', result: { isDone: true } })

    const folder = join(home, `killed-${workers}`)
    mkdirSync(folder)
    const rng = seededRng(deriveSeed(2024, workers))
    for (let kill = 0; kill < KILLS; kill++) {
      const before = keysIn(folder)
      const startedBefore = started(folder).length
      const { signal } = await host(folder, workers, 1 + rng.below(5 * (workers + 1)))
      expect(signal).toBe('SIGKILL')
      expect(keysIn(folder).slice(0, before.length)).toEqual(before)
      const again = started(folder).slice(startedBefore)
      expect(again.filter((key) => before.includes(key))).toEqual([])
    }
    const last = await host(folder, workers, Infinity)
    expect(last.out).toBe(expected.out)
    const keys = keysIn(folder)
    expect(new Set(keys).size).toBe(keys.length)
    const records = readdirSync(join(folder, 'records'))
    expect(records.toSorted()).toEqual(keys.map((key) => `${key}.jsonl`).toSorted())
  })
})

/** Runs the command until it has printed this many matches, and kills it then. */
function killAfter(args: readonly string[], matches: number): Promise<string> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [command, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if ((out.match(/^\[\d+\//gm)?.length ?? 0) >= matches) child.kill('SIGKILL')
    })
    child.on('close', () => done(out))
  })
}

test.each(['1', '4'])(
  'gamegrid tournament with %s workers is killed three times and resumed',
  async (workers) => {
    const args = (folder: string): string[] =>
      ['tournament', 'tic-tac-toe', 'house:perfect', 'house:random', 'house:first']
        .concat(['--games', '2', '--nodes', '50', '--seed', '9', '--workers', workers, '--json'])
        .concat(['--no-times', '--data', folder])
    const whole = join(home, `cli-whole-${workers}`)
    const folder = join(home, `cli-killed-${workers}`)
    const expected = await gamegrid(args(whole))
    expect(expected).toMatchObject({ code: 0, err: '' })
    const told: string[] = []
    for (const matches of [1, 2, 1]) {
      const before = keysIn(folder)
      const out = await killAfter([...args(folder), '--resume'], matches)
      told.push(...(out.match(/\((rr-\w+-g\d)\)$/gm) ?? []))
      expect(keysIn(folder).slice(0, before.length)).toEqual(before)
    }
    const last = await gamegrid(['tournament', '--resume', '--data', folder, '--json', '--workers', workers])
    expect(last).toMatchObject({ code: 0, err: '' })
    const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? ''
    expect(lastLine(last.out)).toBe(lastLine(expected.out))
    told.push(...(last.out.match(/\((rr-\w+-g\d)\)$/gm) ?? []))
    expect(new Set(told).size).toBe(told.length)
    for (const file of readdirSync(join(whole, 'records')))
      expect(readFileSync(join(folder, 'records', file), 'utf8'), file).toBe(
        readFileSync(join(whole, 'records', file), 'utf8'),
      )
  },
)
