import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { removeFolder } from '../../src/runner/sandbox/remove-folder.ts'
import { command } from '../cli/run.ts'
import { numberIn, openTestArena } from '../server/arena.fixture.ts'
import { assistantOf, newClient, playOut, type Assistant, type Era } from './mcp.fixture.ts'

/** Starts `gamegrid mcp` as a client on this machine does. All that is not the protocol is an error of the client. */
async function overStdio(
  era: Era,
  args: readonly string[],
  errors: unknown[],
  env: Readonly<Record<string, string>> = {},
): Promise<Assistant> {
  const client = newClient(era)
  Object.assign(client, { onerror: (error: unknown) => void errors.push(error) })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [command, 'mcp', ...args],
      env: { ...env },
      stderr: 'ignore',
    }),
  )
  return assistantOf(client)
}

test('an assistant plays here over stdin and stdout, to the end of a game; one that comes later goes on with the next', async () => {
  const data = await mkdtemp(join(tmpdir(), 'gamegrid-mcp-test-'))
  const errors: unknown[] = []
  try {
    let left = 0
    {
      await using first = await overStdio('2026-07-28', ['--data', data], errors)
      expect(first.client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
      expect((await first.call('list_challenges')).text).toContain('house:perfect')
      const { data: begun } = await first.call('new_game', {
        challenge: 'tic-tac-toe',
        opponent: 'house:random',
      })
      const end = await playOut(first, numberIn(begun, 'game'))
      expect(end.data).toMatchObject({ status: 'over', you: 'Assistant' })
      expect((await first.call('look_at_match', { match: begun['game'] })).data).toMatchObject({
        status: 'over',
      })
      const { contents } = await first.client.readResource({ uri: 'gamegrid://rules/quoridor' })
      expect(contents).toHaveLength(1)
      left = numberIn(
        (await first.call('new_game', { challenge: 'quoridor', opponent: 'house:walker' })).data,
        'game',
      )
      expect(await first.fails('turn', { game: 99 })).toBe('There is no match 99')
    }
    await using second = await overStdio('2025-11-25', ['--data', data], errors)
    expect(second.client.getNegotiatedProtocolVersion()).toBe('2025-11-25')
    expect((await second.call('list_games')).data).toMatchObject({ running: [{ game: left }] })
    expect(await second.fails('play', { game: left, move: 'e9h9' })).toContain(
      'An illegal move gives the round away',
    )
    expect((await second.call('turn', { game: left })).data).toMatchObject({ result: { outcome: 'lost' } })
    expect(errors).toEqual([])
  } finally {
    await removeFolder(data)
  }
})

test('with --arena it plays in an arena of others, as the team of the key, to the end of a game', async () => {
  await using arena = await openTestArena()
  const ann = await arena.register('Ann')
  const errors: unknown[] = []
  await using assistant = await overStdio('2026-07-28', ['--arena', arena.url], errors, {
    GAMEGRID_KEY: ann.key,
  })
  const { data: begun } = await assistant.call('new_game', {
    challenge: 'tic-tac-toe',
    opponent: 'house:first',
  })
  const end = await playOut(assistant, numberIn(begun, 'game'))
  expect(end.data).toMatchObject({ status: 'over', you: 'Ann', opponent: 'house:first' })
  // The game is in the arena, and its record can be verified there.
  const match = `/api/v1/matches/${numberIn(begun, 'game')}`
  expect((await arena.request(match)).body).toMatchObject({ status: 'over', void: false })
  expect((await arena.request(`${match}/verification`)).body).toMatchObject({ verified: true })
  // What the team may not do over the API it may not do here: a language model costs the organiser money.
  expect(
    await assistant.fails('new_game', { challenge: 'tic-tac-toe', opponent: 'llm:gpt-5-mini' }),
  ).toContain('only the organiser calls language models to a match')
  expect(errors).toEqual([])
})
