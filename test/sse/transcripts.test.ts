import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { casesOf } from '../../src/evaluation/cases.ts'
import { openConversation } from './conversation.fixture.ts'

const folder = join(import.meta.dirname, '../../src/wires/sse/transcripts')
const page = readFileSync(join(import.meta.dirname, '../../docs/wire/sse-arena.md'), 'utf8')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** GOLDEN=write writes the conversation into the file. */
function compare(name: string, said: string): void {
  if (process.env['GOLDEN'] === 'write') writeFileSync(join(folder, name), said)
  else expect(said).toBe(read(name))
}

const CASES = ['tic-tac-toe', 'quoridor'].flatMap((game) =>
  casesOf(game).map(({ id, about }) => ({
    game,
    id,
    about,
    file: `${game}.${id.toLowerCase().replaceAll('_', '-')}.txt`,
  })),
)

describe('a team that referees, word for word', () => {
  test.each(CASES)('$game $id', async ({ game, id, about, file }) => {
    await using talk = await openConversation(game, id)
    await talk.playOn()
    compare(file, [`# ${id}: the house ${about}.`, ...talk.lines, ''].join('\n'))
  })
})

/** The transcripts to replay; callbacks.test.ts makes the one of a coordinator. */
const scripted = readdirSync(folder).filter(
  (name) => name !== 'evaluate.txt' && !CASES.some(({ file }) => file === name),
)

test.each(scripted)('%s: the server says exactly this', async (name) => {
  const lines = read(name)
    .split('\n')
    .filter((line) => /^[#<]/.test(line) && line !== '# The stream ends.')
  const [, game = '', id = ''] = /^# (\S+) (\S+):/.exec(lines[0] ?? '') ?? []
  await using talk = await openConversation(game, id)
  for (const line of lines) await talk.say(line)
  compare(name, [...talk.lines, ''].join('\n'))
})

test.each(readdirSync(folder))('docs/wire/sse-arena.md shows %s as it is', (name) => {
  expect(page).toContain(`\`\`\`text\n${read(name)}\`\`\``)
})
