import { expect, test } from 'vitest'
import { fail, must, ok } from '../base/result.ts'
import { quoridor } from '../challenges/quoridor.ts'
import type { RemoteSeat } from '../protocols/hosted-match.ts'
import type { Contestant } from '../protocols/protocol.ts'
import { openBrainPool } from '../runner/brain-pool.ts'
import { house, http } from '../store/new-store.fixture.ts'
import type { MatchPlayer } from '../store/store.ts'
import { seatPlayer, type SeatingContext } from './seat-player.ts'

const SEAT = { match: 1 } as RemoteSeat
const contestant = (name: string): Contestant => ({ name }) as Contestant

async function seat(player: MatchPlayer, context: Partial<SeatingContext> = {}) {
  await using pool = openBrainPool()
  const diary = { used: () => ({ stderr: 0, lines: 0 }), keep() {} }
  return seatPlayer(
    player,
    quoridor,
    {
      locateBot: () => ok({ process: { argv: ['./bot'], cwd: '/' } }),
      seatRemote: ({ name }) => contestant(`remote ${name}`),
      ...context,
    },
    { seat: SEAT, pool, diary },
  )
}

test('a player that comes over the network is seated at its wire', async () => {
  const sse: MatchPlayer = { kind: 'sse', name: 'x', battle: 'b' }
  expect(await seat(http(1))).toEqual(ok({ contestant: { name: 'remote person 1' }, isRemote: true }))
  expect(await seat(sse)).toEqual(ok({ contestant: { name: 'remote x' }, isRemote: true }))
})

test('a house brain and a version of a bot play here, under their names', async () => {
  const brain = must(await seat(house))
  expect(brain.contestant).toMatchObject({ name: 'Random', bot: 'house:random' })
  expect(brain.isRemote).toBeUndefined()
  const bot: MatchPlayer = { kind: 'bot', name: 'Ann · racer', person: 1, bot: 4, version: 2 }
  const asked: number[] = []
  const locateBot: SeatingContext['locateBot'] = (...which) => {
    asked.push(...which)
    return ok({ process: { argv: ['./bot'], cwd: '/' }, wire: 'json' })
  }
  expect(must(await seat(bot, { locateBot })).contestant).toMatchObject({
    name: 'Ann · racer',
    bot: 'bot 4 version 2',
  })
  expect(asked).toEqual([4, 2])
  const gone = fail('bot-not-ready', 'it is gone')
  expect(await seat(bot, { locateBot: () => gone })).toEqual(gone)
})

test('a language model plays only where the arena calls models', async () => {
  const model: MatchPlayer = { kind: 'model', name: 'gpt-5', model: 'llm:gpt-5' }
  expect(await seat(model)).toEqual(fail('bad-model', 'this arena calls no language models'))
  const refused = fail('bad-model', 'there is no key')
  expect(await seat(model, { models: { seat: () => refused } })).toEqual(refused)
  const models: NonNullable<SeatingContext['models']> = {
    seat: ({ name }, challenge, { match }) => ok(contestant(`${name} in ${challenge.id} ${match}`)),
  }
  expect(await seat(model, { models })).toEqual(ok({ contestant: { name: 'gpt-5 in quoridor 1' } }))
})

test('a guest is gone with its connection', async () => {
  expect(await seat({ kind: 'guest', name: 'Tim', wire: 'torus-tcp' })).toEqual(
    fail('guest-gone', 'the server was restarted and the connection of Tim was gone'),
  )
})
