import { expect, test } from 'vitest'
import { longestGroup } from '../challenges/longest-group.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { house, http, newStores, person, tell } from '../store/new-store.fixture.ts'
import type { MatchPlayer } from '../store/store.ts'
import { bot, judged, uploaded } from './logged-bots.fixture.ts'
import { ownerOf } from './owner-of.ts'
import { tellsPosition } from './tells-position.ts'

const newStore = newStores()

test('a position can be told to whom the wire tells it', () => {
  using store = newStore()
  tell(
    store,
    person(1),
    bot(1, 1),
    ...[1, 2, 3].map((version) => uploaded(1, version)),
    judged(1, 1),
    judged(1, 2, true, 'longest-group'),
    judged(1, 3, true, 'json'),
  )
  const version = (number: number): MatchPlayer => ({
    kind: 'bot',
    name: 'x',
    person: 1,
    bot: 1,
    version: number,
  })
  const model: MatchPlayer = { kind: 'model', name: 'x', model: 'llm:x' }
  const sse: MatchPlayer = { kind: 'sse', name: 'x', battle: 'b' }
  const guest: MatchPlayer = { kind: 'guest', name: 'x', wire: 'torus-tcp' }
  const tells = (player: MatchPlayer, challenge = quoridor) => tellsPosition(player, challenge, store)
  expect([house, http(1), model].map((player) => tells(player))).toEqual([true, true, true])
  expect([sse, guest].map((player) => tells(player))).toEqual([false, false])
  // By the wire of the challenge unless the version has its own.
  expect([1, 2, 3].map((number) => tells(version(number)))).toEqual([true, false, true])
  expect([1, 2, 3].map((number) => tells(version(number), longestGroup))).toEqual([false, false, true])
})

test('an entrant that plays over a wire or with a bot belongs to a team', () => {
  using store = newStore()
  tell(store, person(1), person(2), bot(5, 2))
  const owners = ['player:7', 'bot:5', 'bot:5@3', 'bot:9', 'house:random', 'llm:5'].map((text) =>
    ownerOf(text, store),
  )
  expect(owners).toEqual([7, 2, 2, undefined, undefined, undefined])
})
