import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isObject, parseObject, type JsonObject } from '../../src/base/json.ts'
import { root } from '../cli/run.ts'
import { openTestArena, type TestArena, type TestPlayer } from '../server/arena.fixture.ts'
import { assistantOf, overHttp } from './mcp.fixture.ts'

const page = readFileSync(join(root, 'docs/assistants.md'), 'utf8')

let arena: TestArena
let ann: TestPlayer

beforeAll(async () => {
  arena = await openTestArena()
  ann = await arena.register('Ann')
})
afterAll(() => arena[Symbol.asyncDispose]())

/** The entry for gamegrid in each configuration of the page. */
const configurations = [...page.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, text = '']): JsonObject => {
  const servers = parseObject(text)?.['mcpServers']
  return isObject(servers) && isObject(servers['gamegrid']) ? servers['gamegrid'] : {}
})

test('the command of the page is the one that the test of stdin and stdout starts', () => {
  expect(configurations[0]).toEqual({ command: 'npx', args: ['gamegrid', 'mcp'] })
})

test('with the configuration of the page an assistant signs in to an arena', async () => {
  const { url, headers } = configurations[1] ?? {}
  const client = new Client({ name: 'page', version: '1' })
  const sent = JSON.parse(JSON.stringify(headers).replace('KEY', ann.key)) as Record<string, string>
  await client.connect(
    new StreamableHTTPClientTransport(new URL(String(url).replace('http://ARENA', arena.url)), {
      requestInit: { headers: sent },
    }),
  )
  await using assistant = assistantOf(client)
  expect((await assistant.call('list_games')).text).toContain('Your games: none')
})

test('the page names every tool', async () => {
  await using assistant = await overHttp(arena.url, ann.key)
  const { tools } = await assistant.client.listTools()
  const named = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
})

/** What differs from run to run. */
const steady = (text: string): string =>
  text.replaceAll(/\d+\.\d s left/g, '300.0 s left').replaceAll(/http:\/\/[^/\s]+/g, 'http://ARENA')

test('the game of the page is played as it says', async () => {
  const transcript = /^```text\n([^]*?)^```$/m.exec(page)?.[1] ?? ''
  const calls = transcript.split(/^> /m).slice(1)
  expect(calls.length).toBeGreaterThan(4)
  await using assistant = await overHttp(arena.url, ann.key)
  const played: string[] = []
  for (const call of calls) {
    const [, name = '', args = '{}'] = /^(\w+) (.*)\n/.exec(call) ?? []
    const { text } = await assistant.call(name, parseObject(args) ?? {})
    const shown = call.includes('\n…\n') ? `${text.split('\n')[0]}\n…` : text
    played.push(`> ${name} ${args}\n\n${steady(shown)}\n\n`)
  }
  expect(transcript).toBe(`${played.join('').trimEnd()}\n`)
})
