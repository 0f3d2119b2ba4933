import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deferred } from '../base/deferred.ts'
import { must } from '../base/result.ts'
import { LOCK_HOLDER } from '../store/lock-folder.ts'
import { tournamentOf, entryFor } from './tournament.fixture.ts'
import { headerOf, openTournamentCourse } from './tournament-spec.ts'
import { hasTournament, openTournamentFolder, readTournamentFolder } from './data-folder.ts'
import { formatLedgerEntry, parseLedgerEntry } from './ledger-entry.ts'
import { voidEntry } from './play-pairing.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gamegrid-contest-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const tournament = tournamentOf(['ann', 'bob', 'cid'])
const pairings = openTournamentCourse(tournament).take(3)
const entries = pairings.map(entryFor)
const results = (): string => readFileSync(join(folder, 'results.jsonl'), 'utf8')

async function begin(count: number): Promise<void> {
  await using opened = must(await openTournamentFolder(folder, tournament, false))
  await Promise.all(entries.slice(0, count).map((entry) => opened.append(entry)))
}

test('what was appended is read back, in its order', async () => {
  await begin(3)
  expect(must(readTournamentFolder(folder)).entries).toEqual(entries)
})

test.each([entryFor, (pairing: (typeof pairings)[0]) => voidEntry(pairing, ['no space', 'no space'])])(
  'an entry survives being written',
  (make) => {
    for (const pairing of pairings)
      expect(parseLedgerEntry(formatLedgerEntry(make(pairing)))).toEqual(make(pairing))
  },
)

/** Replaces a method of all file handles until it is disposed of. */
async function replaceMethod<Name extends 'appendFile' | 'datasync'>(
  name: Name,
  make: (
    own: FileHandle[Name],
  ) => (this: FileHandle, ...given: Parameters<FileHandle[Name]>) => Promise<void>,
): Promise<Disposable> {
  const probe = await open(join(folder, 'probe'), 'w')
  const handles = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  const own = Object.getOwnPropertyDescriptor(handles, name)?.value as FileHandle[Name]
  handles[name] = make(own) as FileHandle[Name]
  return {
    [Symbol.dispose]() {
      handles[name] = own
    },
  }
}

test('a line counts as appended when the disk has it, and so does the header', async () => {
  const synced: string[] = []
  const gate = { open: Promise.resolve() }
  using _ = await replaceMethod(
    'datasync',
    (own) =>
      async function () {
        await gate.open
        await own.call(this)
        synced.push(results())
      },
  )
  await using opened = must(await openTournamentFolder(folder, tournament, false))
  expect(synced).toEqual([`${JSON.stringify(headerOf(tournament))}\n`])
  const power = deferred()
  gate.open = power.promise
  let isAppended = false
  const appending = opened.append(entries[0]!).then(() => (isAppended = true))
  await new Promise((resolve) => void setImmediate(resolve))
  expect(isAppended).toBe(false)
  power.resolve()
  await appending
  expect(synced).toEqual([synced[0], results()])
  expect(results().endsWith(formatLedgerEntry(entries[0]!))).toBe(true)
})

test('a line that was being written when the host died is dropped, and what follows is whole', async () => {
  await begin(2)
  appendFileSync(join(folder, 'results.jsonl'), formatLedgerEntry(entries[2]!).slice(0, 40))
  expect(must(readTournamentFolder(folder)).entries).toEqual(entries.slice(0, 2))
  await using opened = must(await openTournamentFolder(folder, tournament, true))
  expect(opened.entries).toEqual(entries.slice(0, 2))
  await opened.append(entries[2]!)
  expect(must(readTournamentFolder(folder)).entries).toEqual(entries)
})

test('a header that was being written when the host died is written again', async () => {
  writeFileSync(join(folder, 'results.jsonl'), '{"tournament":1,"chal')
  await using opened = must(await openTournamentFolder(folder, tournament, true))
  expect(opened.entries).toEqual([])
  expect(must(readTournamentFolder(folder)).tournament.seed).toBe(tournament.seed)
})

test.each(['', '{"tournament":1,"chal'])(
  'a folder whose first line is %j holds no tournament yet',
  (text) => {
    writeFileSync(join(folder, 'results.jsonl'), text)
    expect(hasTournament(folder)).toBe(false)
    const read = readTournamentFolder(folder)
    expect(read.ok ? '' : read.problem.message).toBe(
      `Cannot find a tournament in "${folder}": none was begun there`,
    )
  },
)

test('a folder that another process is about to begin in is refused by its name', async () => {
  await using opened = must(await openTournamentFolder(folder, tournament, false))
  expect(opened.entries).toEqual([])
  writeFileSync(join(folder, 'results.jsonl'), '')
  for (const refused of [readTournamentFolder(folder), await openTournamentFolder(folder, tournament, true)])
    expect(refused.ok ? '' : refused.problem.message).toBe(
      `Cannot use folder "${folder}": another gamegrid (process ${process.pid}) is using it`,
    )
})

test('a folder that was used is left alone, unless it is to be resumed', async () => {
  await begin(1)
  const before = results()
  const opened = await openTournamentFolder(folder, tournament, false)
  expect(opened).toMatchObject({ ok: false, problem: { code: 'folder-used' } })
  expect(results()).toBe(before)
})

test.each([
  [{ seed: 4 }, 'with seed 3 instead of 4'],
  [{ entrants: [] }, 'with other entrants'],
  [{ benchAfter: 2 }, 'with benchAfter nothing instead of 2'],
  [{ rules: { ...tournament.rules, bestOf: 3 } }, 'with other rules or another clock'],
  [{ settings: { ...tournament.settings, width: 12, height: 12 } }, 'with other settings of the game'],
  [{ options: must(tournament.format.parseOptions({ games: 7 })) }, 'with other settings of the format'],
  [{ how: { times: false } }, 'with other ways to run its bots'],
])('a folder of another tournament is refused: %j', async (change, expected) => {
  await begin(1)
  const opened = await openTournamentFolder(folder, { ...tournament, ...change }, true)
  expect(opened).toMatchObject({ problem: { code: 'folder-other' } })
  expect(opened.ok ? '' : opened.problem.message).toContain(`it holds another tournament, ${expected}`)
  // The folder is free again.
  await using again = must(await openTournamentFolder(folder, tournament, true))
  expect(again.entries).toHaveLength(1)
})

test('a damaged line is named', async () => {
  await begin(3)
  const lines = results().split('\n')
  writeFileSync(join(folder, 'results.jsonl'), lines.with(2, '{"key":1}').join('\n'))
  const read = readTournamentFolder(folder)
  expect(read).toMatchObject({ problem: { code: 'folder-results' } })
  expect(read.ok ? '' : read.problem.message).toMatch(/results\.jsonl, line 3: it is not a result$/)
})

test('a result of a player that is no entrant is named, as after an entrant was renamed', async () => {
  await begin(3)
  const [header = '', ...lines] = results().split('\n')
  const [first = ''] = tournament.entrants.map(({ name }) => name)
  const renamed = header.replace(`"name":"${first}"`, '"name":"renamed"')
  writeFileSync(join(folder, 'results.jsonl'), [renamed, ...lines].join('\n'))
  const read = readTournamentFolder(folder)
  expect(read).toMatchObject({ problem: { code: 'folder-results' } })
  expect(read.ok ? '' : read.problem.message).toContain(`: line 1 has no entrant "${first}"`)
})

test('a file of somebody else is refused and stays as it is, also without a line feed', async () => {
  for (const text of ['my notes', '{"tournament":9,"title":"ours"}']) {
    writeFileSync(join(folder, 'results.jsonl'), text)
    for (const resume of [false, true])
      expect(await openTournamentFolder(folder, tournament, resume)).toMatchObject({
        problem: { message: `Cannot use folder "${folder}": its results.jsonl is not that of a tournament` },
      })
    expect(results()).toBe(text)
  }
  // The power failed while the first line was written.
  writeFileSync(join(folder, 'results.jsonl'), '{"tourn')
  await using opened = must(await openTournamentFolder(folder, tournament, false))
  expect(opened.entries).toEqual([])
})

test('two cannot play in one folder; one who died leaves no lock', async () => {
  {
    await using opened = must(await openTournamentFolder(folder, tournament, false))
    expect(opened.entries).toEqual([])
    expect(await openTournamentFolder(folder, tournament, true)).toMatchObject({
      problem: { code: 'folder-busy' },
    })
  }
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, began: 'long ago' }))
  await using again = must(await openTournamentFolder(folder, tournament, true))
  expect(again.entries).toEqual([])
})

test('records and logs are files of their own, and names become fit for files', async () => {
  const odd = tournamentOf(['a/b', 'A_b'])
  const [pairing] = openTournamentCourse(odd).take(1)
  if (pairing === undefined) throw new Error('no match')
  writeFileSync(join(folder, 'x'), '')
  await using opened = must(await openTournamentFolder(folder, odd, false))
  await opened.save(pairing, { record: 'one\n', logs: ['first', 'second'] })
  expect(readdirSync(join(folder, 'records'))).toEqual(['rr-1v2-g1.jsonl'])
  expect(readdirSync(join(folder, 'logs')).toSorted()).toEqual(['rr-1v2-g1-A_b-2.txt', 'rr-1v2-g1-a_b.txt'])
  expect(readFileSync(join(folder, 'records/rr-1v2-g1.jsonl'), 'utf8')).toBe('one\n')
})

test('a folder whose settings of the game were written as text is the same tournament', async () => {
  await begin(1)
  const lines = results().split('\n')
  const header = JSON.parse(lines[0] ?? '') as { settings: Record<string, unknown> }
  const settings = { ...header.settings, width: '10', height: '10' }
  writeFileSync(
    join(folder, 'results.jsonl'),
    lines.with(0, JSON.stringify({ ...header, settings })).join('\n'),
  )
  await using opened = must(await openTournamentFolder(folder, tournament, true))
  expect(opened.entries).toHaveLength(1)
})

test('a folder with another first line is refused with the place of that line', async () => {
  await begin(0)
  writeFileSync(join(folder, 'results.jsonl'), '{"tournament":2}\n')
  for (const read of [readTournamentFolder(folder), await openTournamentFolder(folder, tournament, true)])
    expect(read).toMatchObject({
      problem: {
        code: 'bad-tournament',
        message: expect.stringMatching(
          /this gamegrid reads format 1 \(.*results\.jsonl, line 1\)$/,
        ) as string,
      },
    })
})

test('a folder that was used says how to go on, and one that cannot be a folder says so', async () => {
  await begin(1)
  const used = await openTournamentFolder(folder, tournament, false)
  expect(used.ok ? '' : used.problem.message).toBe(
    `Cannot begin a tournament in "${folder}": one was begun there, and --resume goes on with it`,
  )
  const path = join(folder, 'file')
  writeFileSync(path, '')
  const half = join(folder, 'half')
  mkdirSync(half)
  writeFileSync(join(half, 'records'), '')
  for (const bad of [path, join(path, 'inside'), half])
    expect(await openTournamentFolder(bad, tournament, false)).toEqual({
      ok: false,
      problem: { code: 'bad-folder', message: `Cannot use folder "${bad}": it is not a folder` },
    })
  const long = join(folder, 'x'.repeat(300))
  expect(await openTournamentFolder(long, tournament, false)).toMatchObject({
    problem: { message: expect.stringMatching(/: ENAMETOOLONG$/) as string },
  })
})

test('results that come while others are written follow in one write, in their order', async () => {
  let writes = 0
  using _ = await replaceMethod(
    'appendFile',
    (own) =>
      function (...given) {
        writes++
        return own.apply(this, given)
      },
  )
  await using opened = must(await openTournamentFolder(folder, tournament, false))
  writes = 0
  await Promise.all(entries.map((entry) => opened.append(entry)))
  expect(writes).toBeLessThan(entries.length)
  for (const entry of entries) await opened.append(entry)
  expect(must(readTournamentFolder(folder)).entries).toEqual([...entries, ...entries])
})

test.each(['ENOSPC', 'EDQUOT'])(
  'a disk that is full (%s) is told, and the folder is free again',
  async (code) => {
    {
      using _ = await replaceMethod(
        'appendFile',
        () => () => Promise.reject(Object.assign(new Error('x'), { code })),
      )
      expect(await openTournamentFolder(folder, tournament, false)).toEqual({
        ok: false,
        problem: { code: 'bad-folder', message: `Cannot use folder "${folder}": the disk is full` },
      })
    }
    expect(openFiles()).toEqual([])
    await using opened = must(await openTournamentFolder(folder, tournament, false))
    expect(opened.entries).toEqual([])
  },
)

test('another failure of the disk is a fault of the host, and the folder is free again', async () => {
  const failure = Object.assign(new Error('broken'), { code: 'EIO' })
  {
    using _ = await replaceMethod('appendFile', () => () => Promise.reject(failure))
    await expect(openTournamentFolder(folder, tournament, false)).rejects.toBe(failure)
  }
  expect(openFiles()).toEqual([])
  await using opened = must(await openTournamentFolder(folder, tournament, false))
  expect(opened.entries).toEqual([])
})

/** The files of the tournament that this process holds open. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(join('/proc/self/fd', fd))
      } catch {
        return ''
      }
    })
    .filter((path) => path.startsWith(folder))

test('what a host that died has left of a record is removed; records stay', async () => {
  const records = join(folder, 'records')
  mkdirSync(records)
  writeFileSync(join(records, 'a.jsonl'), 'whole')
  writeFileSync(join(records, 'b.jsonl.part'), 'ha')
  await using opened = must(await openTournamentFolder(folder, tournament, false))
  expect(opened.entries).toEqual([])
  expect(readdirSync(records)).toEqual(['a.jsonl'])
})

test('a player that logged nothing has no log, and a folder is free when it is closed', async () => {
  const [pairing] = pairings
  if (!pairing) throw new Error('no match')
  const [first, second] = pairing.players
  {
    await using opened = must(await openTournamentFolder(folder, tournament, false))
    expect(existsSync(join(folder, 'lock'))).toBe(true)
    await opened.save(pairing, { record: 'one', logs: ['', 'words'] })
    await opened.save(pairing, { record: 'two', logs: ['', 'words'] })
  }
  expect(readdirSync(join(folder, 'logs'))).toEqual([`${pairing.key}-${second}.txt`])
  expect(readFileSync(join(folder, 'logs', `${pairing.key}-${second}.txt`), 'utf8')).toBe('words')
  expect(readFileSync(join(folder, 'records', `${pairing.key}.jsonl`), 'utf8')).toBe('two')
  expect(first).not.toBe(second)
  expect(hasTournament(folder)).toBe(true)
  await using again = must(await openTournamentFolder(folder, tournament, true))
  expect(again.tournament.seed).toBe(tournament.seed)
})

test('a folder of a host that died before it began, or that is not there, holds no tournament', () => {
  writeFileSync(join(folder, LOCK_HOLDER), JSON.stringify({ pid: process.pid, began: 'long ago' }))
  expect(readTournamentFolder(folder)).toMatchObject({ problem: { code: 'folder-empty' } })
  expect(hasTournament(join(folder, 'nowhere'))).toBe(false)
  expect(readTournamentFolder(join(folder, 'nowhere'))).toMatchObject({ problem: { code: 'folder-empty' } })
})

test('a ledger with a damaged character is cut where its last line is incomplete, and nowhere else', async () => {
  await begin(2)
  const path = join(folder, 'results.jsonl')
  const whole = readFileSync(path)
  // A byte that is no UTF-8, in the reason of a round.
  whole[whole.lastIndexOf(' won by a crash')] = 0xff
  writeFileSync(path, Buffer.concat([whole, Buffer.from('{"key')]))
  await using opened = must(await openTournamentFolder(folder, tournament, true))
  expect(opened.entries).toHaveLength(2)
  expect(readFileSync(path).equals(whole)).toBe(true)
})
