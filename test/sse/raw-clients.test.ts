import { execFile } from 'node:child_process'
import { get } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json.ts'
import { openTestArena, textIn, type TestArena } from '../server/arena.fixture.ts'
import { makePlayer, send } from './team.fixture.ts'

const run = promisify(execFile)

/** Without limits: the battles are many requests from one address. */
const limits = { perAddress: 1e9, perPlayer: 1e9 }

interface Counted {
  readonly won: number
  readonly reads: number
  readonly wrongReads: number
  readonly wrongChunks: number
  readonly wrongSegments: number
  readonly failures: readonly string[]
}

describe('clients that read raw chunks', () => {
  test('get one event in every chunk and TCP segment, over 300 battles, and win them all', async () => {
    await using arena = await openTestArena({ limits })
    const file = join(import.meta.dirname, 'raw_client.py')
    const { stdout } = await run('python3', [file, String(arena.port), '300', '12'])
    const counted = JSON.parse(stdout) as Counted
    expect(counted).toMatchObject({ won: 300, wrongChunks: 0, wrongSegments: 0, failures: [] })
    // A busy machine may delay a read, so a few reads may have two events; without the gap it was half of them.
    expect(counted.wrongReads / counted.reads).toBeLessThan(0.1)
  })

  test.each([
    ['tic-tac-toe', 'C_AI_X_FIRST'],
    ['tic-tac-toe', 'C_AI_TWICE_A_ROW'],
    ['quoridor', 'C_AI_SECOND_FIRST'],
    ['quoridor', 'C_AI_TWICE_A_ROW'],
    ['quoridor', 'C_AI_WALL_BLOCKING'],
    ['tic-tac-toe', 'BASE_AI_X'],
  ])('that parse every chunk as one event win %s %s', async (game, caseType) => {
    await using arena = await openTestArena()
    const id = await practise(arena, game, caseType)
    const { problems } = await playByChunks(arena, game, id)
    expect(problems).toEqual([])
    const { body } = await arena.request(`/api/v1/battles/${id}`)
    expect(body['winner'], textIn(body, 'reason')).toBe(body['side'])
  })

  test('that answer at once do not lose to a cheat that races', async () => {
    await using arena = await openTestArena()
    for (const [game, caseType] of RACES) {
      const id = await practise(arena, game, caseType)
      await playByChunks(arena, game, id, 0)
      const { body } = await arena.request(`/api/v1/battles/${id}`)
      expect(body['winner'], textIn(body, 'reason')).toBe(body['side'])
    }
  })
})

const RACES = [
  ['tic-tac-toe', 'C_AI_X_FIRST'],
  ['tic-tac-toe', 'C_AI_TWICE_A_ROW'],
  ['quoridor', 'C_AI_SECOND_FIRST'],
  ['quoridor', 'C_AI_TWICE_A_ROW'],
] as const

async function practise(arena: TestArena, game: string, caseType: string): Promise<string> {
  const { body } = await arena.request(`/${game}/practice`, { method: 'POST', json: { caseType } })
  return textIn(body, 'battleId')
}

/**
 * Plays like the arena's own client of 2021: it takes each chunk for one event, loses a chunk that is not one, and sends its
 * command after a delay, unless another event comes first.
 */
function playByChunks(
  arena: TestArena,
  game: string,
  id: string,
  delayMs = 200,
): Promise<{ readonly problems: readonly string[] }> {
  const player = makePlayer(game, {})
  const problems: string[] = []
  let timer: NodeJS.Timeout | undefined
  return new Promise((resolve, reject) => {
    get(`${arena.url}/${game}/start/${id}`, (response) => {
      response.on('data', (chunk: Buffer) => {
        try {
          const command = player(JSON.parse(String(chunk).slice('data: '.length)) as JsonObject)
          if (command === undefined) return
          clearTimeout(timer)
          timer = setTimeout(() => void send(arena.url, game, id, command).catch(reject), delayMs)
        } catch (error) {
          problems.push(`${String(chunk)}: ${String(error)}`)
        }
      })
      response.on('end', () => resolve({ problems }))
    }).on('error', reject)
  })
}
