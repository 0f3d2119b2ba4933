import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { removeFolder } from '../../src/runner/sandbox/remove-folder.ts'
import { openServer, type ArenaServer } from '../../src/server/open-server.ts'
import { asAnyUser, command, gamegrid, root } from '../cli/run.ts'
import { openTestArena, type TestArena } from './arena.fixture.ts'
import { talkingBot } from './bot.fixture.ts'
import { newGame, playToEnd } from './play.fixture.ts'
import { judged, newBot, upload } from './upload.fixture.ts'

const page = readFileSync(join(root, 'docs/deploying.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'gamegrid-drill-'))
afterAll(() => removeFolder(folder))

/** The commands of the page under a name, run by a shell in which `gamegrid` is this one. */
async function runBlock(name: string, DATA: string): Promise<string> {
  const [, commands] = new RegExp(`^\`\`\`sh ${name}\\n([^]*?)^\`\`\`$`, 'm').exec(page) ?? []
  if (commands === undefined) throw new Error(`docs/deploying.md has no commands for ${name}`)
  const shim = join(folder, 'gamegrid')
  writeFileSync(shim, `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`)
  chmodSync(shim, 0o755)
  const env = {
    ...process.env,
    DATA,
    BACKUP: join(folder, 'backup'),
    PATH: `${folder}:${process.env['PATH']}`,
  }
  const [shell = '', ...args] = [...asAnyUser, 'bash', '-euc', commands]
  const { stdout } = await promisify(execFile)(shell, args, { env })
  return stdout
}

/** What people would miss: answers of the API, and the record and source as bytes. */
async function inventory(url: string, key: string): Promise<Readonly<Record<string, string>>> {
  const read = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })
    return [path, `${answer.status} ${Buffer.from(await answer.arrayBuffer()).toString('base64')}`] as const
  }
  const paths = [
    '/api/v1/players',
    '/api/v1/matches/1',
    '/api/v1/matches/1/record',
    '/api/v1/bots/1/versions',
    '/api/v1/bots/1/versions/1/archive',
    '/api/v1/tournaments/1',
    '/api/v1/actions',
  ]
  const answers = await Promise.all(paths.map(read))
  expect(answers.map(([, answer]) => answer.slice(0, 4))).toEqual(paths.map(() => '200 '))
  return Object.fromEntries(answers)
}

test('a backup of a running arena brings everything back', async () => {
  let before: Readonly<Record<string, string>>
  let keys: { readonly ann: string; readonly organiser: string }
  const restored = join(folder, 'restored')
  {
    await using arena: TestArena = await openTestArena()
    const organiser = await arena.organiser()
    const ann = await arena.register('Ann')
    await playToEnd(ann, await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:first' }))
    const bot = await newBot(ann)
    await upload(ann, bot, talkingBot('hello'))
    await judged(ann, bot, 1)
    const made = await organiser.request('/api/v1/tournaments', {
      method: 'POST',
      json: {
        name: 'Cup',
        challenge: 'tic-tac-toe',
        format: 'round-robin',
        entrants: ['house:first', 'house:random'],
      },
    })
    expect(made.status).toBe(201)
    keys = { ann: ann.key, organiser: organiser.key }
    before = await inventory(arena.url, keys.organiser)
    expect(await runBlock('backup', arena.folder)).toMatch(/is backed up to .*arena\.db: \d+ bytes\n$/)
    // Later than the backup: the drill must not bring it back.
    await arena.register('Bob')
  }
  // Without the programs of the bots, each command says what to copy.
  const bare = join(folder, 'bare')
  const err = `gamegrid: the program of 1 bot is missing from ${join(bare, 'bots')}: copy the folder bots from the backup; until then its matches do not count\n`
  const backup = join(folder, 'backup/arena.db')
  expect(await gamegrid(['store', 'restore', backup, '--data', bare])).toMatchObject({ code: 0, err })
  expect(await gamegrid(['store', 'check', '--data', bare])).toEqual({ code: 1, out: '', err })
  // The data folder is gone with the arena; the drill makes a new one.
  const sound = / is sound: all its tables follow from \d+ entries\n$/
  expect(await runBlock('restore', restored)).toMatch(sound)
  // The versions there are read-only now, and the drill replaces them.
  expect(await runBlock('restore', restored)).toMatch(sound)
  await using server = await start(restored)
  expect(await inventory(server.url, keys.organiser)).toEqual(before)
  const ann = {
    id: 1001,
    key: keys.ann,
    request: async (path: string, { method = 'GET', json }: { method?: string; json?: unknown } = {}) => {
      const answer = await fetch(`${server.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/json' },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },
  }
  const again = await ann.request('/api/v1/games', {
    method: 'POST',
    json: { challenge: 'tic-tac-toe', opponent: 'house:first' },
  })
  expect(again).toMatchObject({ status: 201, body: { id: 2, player: 1001 } })
})

async function start(data: string): Promise<ArenaServer> {
  const opened = await openServer({ folder: data, host: '127.0.0.1', port: 0 })
  if (!opened.ok) throw new Error(opened.problem.message)
  return opened.value
}

test('the user of the arena owns the folder for backups that the page names', () => {
  const folderOfBackups = /^BACKUP=(\S+)\/\$\(date/m.exec(page)?.[1]
  expect(page).toContain(`\ninstall -d -o gamegrid -g gamegrid -m 700 ${folderOfBackups}\n`)
})

describe('the examples', () => {
  test.each(['Caddyfile', 'nginx.conf'])('%s is what the page shows', (name) => {
    expect(page).toContain(readFileSync(join(root, 'docs/examples', name), 'utf8'))
  })
})
