import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { gamegridHere } from '../cli/here.ts'
import { gamegrid, type Ran } from '../cli/run.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.fixture.ts'

const KB = 1024
const MATCH = ['play', 'longest-group', 'house:random', 'house:random', '--nodes', '5', '--seed', '1']

let disk: SmallDisk
let home = ''
let record = ''
beforeAll(async () => {
  disk = openSmallDisk(1)
  home = mkdtempSync(join(tmpdir(), 'gamegrid-full-'))
  record = join(home, 'match.jsonl')
  expect(await gamegridHere([...MATCH, '--record', record])).toMatchObject({ code: 0 })
})
afterAll(() => {
  disk[Symbol.dispose]()
  rmSync(home, { recursive: true })
})
beforeEach(() => disk.release())

const on = (name: string): string => join(disk.folder, name)

function expectFull(ran: Ran): void {
  expect(ran.err).toMatch(/^gamegrid: Cannot write [^\n]*: the disk is full: make room[^\n]*\n$/)
  expect(ran.code).toBe(1)
}

describe('on a full disk a command says so in one sentence, and leaves no half file', () => {
  test.each([0, 4])('play --record, with %s KiB left', async (left) => {
    disk.fill(left * KB)
    expectFull(await gamegridHere([...MATCH, '--record', on('new.jsonl')]))
    expect(existsSync(on('new.jsonl'))).toBe(false)
  })

  test.each([0, 4])('play --record keeps an older record, with %s KiB left', async (left) => {
    writeFileSync(on('old.jsonl'), 'old')
    disk.fill(left * KB)
    expectFull(await gamegridHere([...MATCH, '--record', on('old.jsonl')]))
    expect(readFileSync(on('old.jsonl'), 'utf8')).toBe('old')
    expect(readdirSync(disk.folder).filter((name) => name.endsWith('.part'))).toEqual([])
    disk.release()
    expect(await gamegridHere([...MATCH, '--record', on('old.jsonl')])).toMatchObject({ code: 0 })
    expect(await gamegridHere(['replay', '--verify', on('old.jsonl')])).toMatchObject({ code: 0 })
  })

  test('play --record to a device', async () => {
    expectFull(await gamegrid([...MATCH, '--record', '/dev/full']))
    expect(existsSync('/dev/full')).toBe(true)
  })

  test.each(['x.jsonl', 'x.parquet'])('export to %s', async (name) => {
    disk.fill(0)
    expectFull(await gamegridHere(['export', record, '--out', on(name)]))
    expect(existsSync(on(name))).toBe(false)
    disk.release()
    expect(await gamegridHere(['export', record, '--out', on(name)])).toMatchObject({ code: 0 })
    const whole = readFileSync(on(name))
    disk.fill(0)
    expectFull(await gamegridHere(['export', record, '--out', on(name)]))
    expect(readFileSync(on(name)).equals(whole)).toBe(true)
  })

  test('new-bot', async () => {
    disk.fill(6 * KB)
    expect(await gamegridHere(['new-bot', 'light-cycle', 'python', on('deep/kit')])).toMatchObject({
      code: 1,
      err: `gamegrid: Cannot write a bot to "${on('deep/kit')}": the disk is full: make room and run the command again\n`,
    })
    expect(existsSync(on('deep'))).toBe(false)
    disk.release()
    mkdirSync(on('empty'))
    disk.fill(6 * KB)
    expect(await gamegridHere(['new-bot', 'light-cycle', 'python', on('empty')])).toMatchObject({ code: 1 })
    expect(readdirSync(on('empty'))).toEqual([])
  })

  test('login keeps the logins that were there', async () => {
    const arena = createServer((_, response) =>
      response.setHeader('content-type', 'application/json').end('{"id":1,"name":"Ann","role":"team"}'),
    )
    await new Promise<void>((done) => arena.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(arena.address() as AddressInfo).port}`
    const login = (): Promise<Ran> =>
      gamegrid(['login', url, '--key-stdin'], { input: 'key\n', env: { XDG_CONFIG_HOME: on('config') } })
    expect(await login()).toMatchObject({ code: 0 })
    const before = readFileSync(on('config/gamegrid/login.json'), 'utf8')
    disk.fill(0)
    expectFull(await login())
    expect(readFileSync(on('config/gamegrid/login.json'), 'utf8')).toBe(before)
    expect(readdirSync(on('config/gamegrid'))).toEqual(['login.json'])
    arena.close()
  })

  test('tournament judge keeps the marks that were given', async () => {
    const bots = ['boost-tron', 'house:first', 'house:random', '--games', '1', '--nodes', '5']
    expect(await gamegridHere(['tournament', ...bots, '--data', on('marks')])).toMatchObject({ code: 0 })
    const mark = (team: string): Promise<Ran> =>
      gamegridHere(['tournament', 'judge', on('marks'), 'J'.repeat(3000), team, '1'])
    expect(await mark('first')).toMatchObject({ code: 0 })
    const before = readFileSync(on('marks/marks.jsonl'), 'utf8')
    disk.fill(0)
    expectFull(await mark('random'))
    expect(readFileSync(on('marks/marks.jsonl'), 'utf8')).toBe(before)
  })

  test('tournament report', async () => {
    const bots = ['tic-tac-toe', 'house:first', 'house:random', '--games', '2', '--nodes', '5']
    expect(await gamegridHere(['tournament', ...bots, '--data', on('cup')])).toMatchObject({ code: 0 })
    disk.fill(0)
    const ran = await gamegridHere(['tournament', 'report', on('cup'), '--report', 'md'])
    expectFull({ ...ran, out: '' })
    expect(existsSync(on('cup/report.md'))).toBe(false)
  })
})
