import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { must } from '../../src/base/result.ts'
import { describeEnd } from '../../src/match/describe.ts'
import { openTcpLobby } from '../../src/runner/tcp-lobby.ts'
import { playRemoteTron, randomMoveBot } from '../../src/sdk/index.ts'

const run = promisify(execFile)

beforeAll(() => {
  if (spawnSync('guile', ['--version']).error)
    throw new Error('this test needs guile: apt-get install guile-3.0')
})

const drive = async (port: number, name: string): Promise<string> => {
  const env = { ...process.env, GUILE_AUTO_COMPILE: '0' }
  return (
    await run('guile', [join(import.meta.dirname, 'brain.scm'), String(port), name], { env })
  ).stdout.trim()
}

async function openLobby(ends: string[], fillAfter?: number) {
  return must(
    await openTcpLobby({
      port: 0,
      seed: 1,
      ...(fillAfter !== undefined && { fillAfter }),
      onOver: (game, match) =>
        void ends.push(match.ended.map((round) => describeEnd(round, match.spec, game.names)).join()),
    }),
  )
}

test('two Scheme brains play each other', async () => {
  const ends: string[] = []
  await using lobby = await openLobby(ends)
  const results = await Promise.all([
    drive(lobby.port, 'Alyssa P. Hacker'),
    drive(lobby.port, 'Ben Bitdiddle'),
  ])
  expect([
    ['loss', 'win'],
    ['draw', 'draw'],
  ]).toContainEqual(results.sort())
  await expect.poll(() => ends[0]).toMatch(/^(Alyssa P\. Hacker won|Ben Bitdiddle won|drawn) by /)
})

test('a Scheme brain plays a TypeScript brain', async () => {
  const ends: string[] = []
  await using lobby = await openLobby(ends)
  const quiet = { write() {} }
  const [scheme, typescript] = await Promise.all([
    drive(lobby.port, 'Eva Lu Ator'),
    playRemoteTron({ port: lobby.port, brain: randomMoveBot, seed: 3, output: quiet }),
  ])
  expect(['win loss', 'loss win', 'draw draw']).toContain(`${scheme} ${typescript}`)
  await expect.poll(() => ends[0]).toMatch(/^(Eva Lu Ator won|Random Move Bot won|drawn) by /)
})

test('a Scheme brain that comes alone beats the house', async () => {
  const ends: string[] = []
  await using lobby = await openLobby(ends, 0)
  expect(await drive(lobby.port, 'Louis Reasoner')).toBe('win')
  await expect.poll(() => ends[0]).toMatch(/^Louis Reasoner won by /)
})
