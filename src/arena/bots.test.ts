import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { realClock, type Clock } from '../runner/clock.ts'
import { openStore } from '../store/open-store.ts'
import type { Store, VersionRow } from '../store/store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { rawZip } from '../workshop/raw-archive.fixture.ts'
import { openBots } from './bots.ts'
import { registerPerson } from './people.ts'

const tempFolder = tempFolders()

/** Pauses are over at once. */
const hasty: Clock = { ...realClock, at: (_time, callback) => realClock.at(0, callback) }

/** Nothing in it can be started: whoever looks into it can say so at once. */
const pointless = (): Readable => Readable.from([rawZip([{ name: 'README', data: 'I am no bot' }])])

/** The version, once it has been judged or given up. */
const settled = async (store: Store, bot: number): Promise<VersionRow | undefined> => {
  const row = store.version(bot, 1)
  if (row?.status !== 'waiting') return row
  await new Promise((resolve) => void setImmediate(resolve))
  return settled(store, bot)
}

test('a version that we fail to try is set aside with a word to its owner, and tried when asked or after a restart', async () => {
  const folder = tempFolder()
  using store = must(openStore(folder))
  const person = must(registerPerson(store, 'Ann', 'player')).id
  const home = join(folder, 'bots')
  const breakWorkshop = async (): Promise<void> => {
    await rm(join(home, 'versions'), { recursive: true })
    await writeFile(join(home, 'versions'), 'no folder')
  }
  const mendWorkshop = async (): Promise<void> => {
    await rm(join(home, 'versions'))
    await mkdir(join(home, 'versions'))
  }

  {
    await using bots = await openBots(store, home, { clock: hasty })
    const { id } = must(bots.register({ person, challenge: 'longest-group', name: 'bot' }))
    await breakWorkshop()
    must(await bots.addUpload(id, pointless(), {}))
    expect(bots.retry(id, 1)).toMatchObject({ problem: { code: 'not-unjudged' } })
    expect(await settled(store, id)).toMatchObject({
      status: 'unjudged',
      report: expect.stringContaining('the bot is not at fault'),
      log: expect.stringContaining('ENOTDIR'),
    })
    expect(must(bots.retry(id, 1)).status).toBe('waiting')
    expect(await settled(store, id)).toMatchObject({ status: 'unjudged' })
    expect(bots.retry(id, 2)).toMatchObject({ problem: { code: 'unknown-version' } })
    await mendWorkshop()
    must(bots.retry(id, 1))
    expect(await settled(store, id)).toMatchObject({
      status: 'failed',
      report: expect.not.stringContaining('the bot is not at fault'),
    })
    expect(bots.retry(id, 1)).toMatchObject({ problem: { code: 'not-unjudged' } })

    const other = must(bots.register({ person, challenge: 'longest-group', name: 'other' })).id
    await breakWorkshop()
    must(await bots.addUpload(other, pointless(), {}))
    expect(await settled(store, other)).toMatchObject({ status: 'unjudged' })
    await mendWorkshop()
  }

  await using again = await openBots(store, home, { clock: hasty })
  expect(await settled(store, 2)).toMatchObject({ status: 'failed' })
  expect(again.retry(2, 1)).toMatchObject({ problem: { code: 'not-unjudged' } })
})

test('a version counts from when the last byte of its upload came, however late the log gets it', async () => {
  const folder = tempFolder()
  // An hour ahead, as if all disks had been busy for that long.
  using store = must(openStore(folder, { now: () => Date.now() + 3_600_000 }))
  const person = must(registerPerson(store, 'Ann', 'player')).id
  await using bots = await openBots(store, join(folder, 'bots'), { clock: hasty })
  const { id } = must(bots.register({ person, challenge: 'longest-group', name: 'bot' }))
  const began = Date.now()
  const { created } = must(await bots.addUpload(id, pointless(), {}))
  expect(created).toBeGreaterThanOrEqual(began)
  expect(created).toBeLessThanOrEqual(Date.now())
  await settled(store, id)
})

test('a version of an older server that names a runtime by its full path still plays', async () => {
  const folder = tempFolder()
  using store = must(openStore(folder))
  const person = must(registerPerson(store, 'Ann', 'player')).id
  await using bots = await openBots(store, join(folder, 'bots'))
  const { id: bot } = must(bots.register({ person, challenge: 'longest-group', name: 'bot' }))
  const runs = ['/usr/bin/node bot.mjs', '/bot/bin/bot', 'node bot.mjs']
  for (const [i, run] of runs.entries()) {
    const source = { kind: 'upload', archive: 'a'.repeat(64), bytes: 1 } as const
    store.append({ kind: 'version-added', bot, version: i + 1, source })
    store.append({ kind: 'version-judged', bot, version: i + 1, passed: true, report: '', run })
  }
  const words = (version: number): readonly string[] => must(bots.locate(bot, version)).process.argv
  expect(words(1)).toEqual(['node', 'bot.mjs'])
  expect(words(2)).toEqual(['/bot/bin/bot'])
  expect(must(bots.locate(bot, 3)).process).toMatchObject({
    argv: ['node', 'bot.mjs'],
    sandbox: { from: 'upload', team: person },
  })
})
