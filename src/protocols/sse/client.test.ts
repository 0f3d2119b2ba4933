import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { findBrain } from '../../brains/index.ts'
import { quoridor } from '../../challenges/quoridor.ts'
import { ticTacToe } from '../../challenges/tic-tac-toe.ts'
import { casesOf, findCase, type EvaluationCase } from '../../evaluation/cases.ts'
import { scoreCase } from '../../evaluation/score-case.ts'
import type { Brain } from '../../game/brain.ts'
import { makeSpec, type MatchSpec } from '../../match/match.ts'
import { connectBrain } from '../in-process/connect-brain.ts'
import type { Contestant } from '../protocol.ts'
import { openArena, type Mischief } from './arena.fixture.ts'
import { playBattle, type BattleOptions } from './client.ts'

const CHALLENGES = { 'tic-tac-toe': ticTacToe, quoridor }
const SOLID = { 'tic-tac-toe': 'perfect', quoridor: 'walker' } as const

const specOf = (challenge: keyof typeof CHALLENGES): MatchSpec => {
  const { game, preset, rules } = CHALLENGES[challenge]
  return must(makeSpec(game, game.presets[preset] ?? {}, rules, 7))
}

const playerOf = (brain: Brain | undefined): Contestant => {
  if (brain === undefined) throw new Error('there is no such brain')
  return { name: brain.name, connect: (opening) => connectBrain(brain, opening) }
}

const caseOf = (challenge: string, id: string): EvaluationCase => {
  const found = findCase(challenge, id)
  if (found === undefined) throw new Error(`there is no case ${id}`)
  return found
}

async function fight(
  one: EvaluationCase,
  { player = playerOf(findBrain(SOLID[one.challenge], one.challenge)), mischief = {} as Mischief } = {},
  more: Partial<BattleOptions> = {},
) {
  await using arena = await openArena(mischief)
  const battle = arena.open(one)
  const { challenge } = one
  const result = await playBattle(player, {
    url: arena.url,
    challenge,
    battleId: battle.id,
    spec: specOf(challenge),
    settleMs: 30,
    ...more,
  })
  return { result, battle }
}

describe.each(['tic-tac-toe', 'quoridor'] as const)('the client half at %s', (challenge) => {
  const cases = casesOf(challenge).filter(({ worth }) => worth.kind !== 'survival')

  test.concurrent.each(cases)('earns all there is in $id', async (one) => {
    const { result, battle } = await fight(one)
    const match = await battle.ended
    expect(scoreCase(one, match)).toMatchObject({ points: one.worth.points })
    const verdict = match.result?.winner === undefined ? 'draw' : 'win'
    expect(result).toMatchObject({ ok: true, value: { verdict } })
    if (match.round.cheat) expect(must(result).cheat).toMatch(/^(played|flipped) /)
  })
})
