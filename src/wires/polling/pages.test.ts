import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { connectBrain } from '../../protocols/in-process/connect-brain.ts'
import { playOverPolling } from './client.ts'
import { ERRORS } from './errors.ts'
import { GAME, IDS, KEYS, openTable, serveTable } from './table.fixture.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/wire/boost-tron.md'), 'utf8')

test('the Python program on docs/wire/boost-tron.md plays a game', async () => {
  const [, program = ''] = /```python\n(.*?)```/s.exec(page) ?? []
  const table = openTable()
  await using server = await serveTable(table)
  const bot = spawn('python3', ['-c', program, server.url, String(GAME), String(IDS[0]), KEYS[0]])
  let said = ''
  for (const stream of [bot.stdout, bot.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(bot, 'close')
  const circling = playOverPolling(
    {
      name: 'circling',
      connect: (opening) => connectBrain({ name: 'circling', move: () => 'left' }, opening),
    },
    { url: server.url, game: GAME, playerId: IDS[1], key: KEYS[1], seed: 1 },
  )
  expect(must(await circling)).toEqual({ verdict: 'loss', winner: IDS[0], score: [0, 2] })
  await ended
  expect(said).toBe('won\n')
})

test.each(Object.entries(ERRORS))('docs/wire/boost-tron.md tells of %s', (code, { status }) => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${status} `) && line.includes(`\`${code}\``))
  expect(row).toBeDefined()
})
