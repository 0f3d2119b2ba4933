import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeClock } from '../../runner/fake-clock.fixture.ts'
import { openTable } from './table.fixture.ts'

const folder = join(import.meta.dirname, 'transcripts')
const page = readFileSync(join(import.meta.dirname, '../../../docs/wire/boost-tron.md'), 'utf8')
const files = readdirSync(folder).sort()
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** Plays what is asked (`<`) and gives the whole conversation. GOLDEN=write puts it into the file. */
async function speak(text: string): Promise<string> {
  const lines = text.split('\n').filter((line) => /^[#<]/.test(line))
  const [, given = ''] = /^# settings: (.*)$/m.exec(text) ?? []
  const settings = Object.fromEntries(
    [...given.matchAll(/(\w+)=(.*?)(?= \w+=|$)/g)].map(([, key, value]) => [key, value]),
  )
  const clock = fakeClock()
  const table = openTable({ settings, clock })
  if (lines.includes('# both have shown up')) for (const desk of table.desks) desk.arrive()
  const said: string[] = []
  for (const line of lines) {
    said.push(line)
    if (line.startsWith('#')) continue
    await clock.pass(0)
    await clock.pass(700)
    const [, method = '', address = ''] = line.split(' ')
    const { status, contentType, body } = await table.request(method, address)
    const answer = body.toString().trimEnd().split('\n')
    said.push(`> ${status} ${contentType}`, ...answer.map((part) => `> ${part}`))
  }
  return `${said.join('\n')}\n`
}

test.each(files)('%s: the server says exactly this', async (name) => {
  const said = await speak(read(name))
  if (process.env['GOLDEN'] === 'write') writeFileSync(join(folder, name), said)
  else expect(said).toBe(read(name))
})

test.each(files)('docs/wire/boost-tron.md shows %s as it is', (name) => {
  expect(page).toContain(`\`\`\`text\n${read(name)}\`\`\``)
})
