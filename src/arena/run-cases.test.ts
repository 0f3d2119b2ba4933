import { expect, test } from 'vitest'
import { findCase } from '../evaluation/cases.ts'
import { caseSpec } from '../evaluation/case-spec.ts'
import { startMatch } from '../match/machine.ts'
import type { Match } from '../match/match.ts'
import { must } from '../base/result.ts'
import type { MatchPlayer, MatchRow, Store } from '../store/store.ts'
import type { Battle } from '../wires/sse/battles.ts'
import { casesOfRun, resultsOfRun, type RunCasesContext } from './run-cases.ts'

const ID = 'BASE_AI_O'
const team: MatchPlayer = { kind: 'sse', name: 'Ann', battle: 'secret' }
const house: MatchPlayer = { kind: 'house', name: 'x', brain: 'baseline' }

interface Seen {
  readonly players?: MatchRow['players']
  readonly match?: Match | undefined
  readonly isOver?: boolean
  readonly hasBattle?: boolean
  readonly row?: boolean
}

/** A run of one case, as its match stands. */
function contextOf(seen: Seen): RunCasesContext {
  const { players = [house, team], isOver = true, hasBattle = true, row = true } = seen
  return {
    store: {
      casesOf: () => [{ match: 1, case: ID }],
      match: () => (row ? { id: 1, challenge: 'tic-tac-toe', players } : undefined),
    } as unknown as Store,
    arena: { sight: () => (seen.match ? { match: seen.match } : undefined) } as never,
    battles: {
      find: (id: string) =>
        hasBattle && id === 'secret' ? ({ id, isOver } as unknown as Battle) : undefined,
    } as never,
  }
}

function matchOfCase(): Match {
  const one = findCase('tic-tac-toe', ID)
  if (!one) throw new Error('no case')
  return startMatch(must(caseSpec(one))).match
}

const endedBy = (kind: string, detail?: string): Match => {
  const match = matchOfCase()
  // The house has seat 0.
  const end = { kind: 'forfeited', faults: [undefined, { kind, ...(detail !== undefined && { detail }) }] }
  return { ...match, phase: 'over', ended: [{ end }] } as unknown as Match
}

test('a case is reported once its battle is over', () => {
  const [running] = casesOfRun(1, contextOf({ match: matchOfCase(), isOver: false }))
  expect(running).toMatchObject({ case: { id: ID }, battle: { id: 'secret' } })
  expect(running?.report).toBeUndefined()
  const [done] = casesOfRun(1, contextOf({}))
  expect(done?.report).toMatchObject({ id: ID, points: 0, reason: 'The battle could not be played' })
})

test('a team that could not be reached has not played badly', () => {
  const result = (match: Match | undefined) => resultsOfRun(1, contextOf({ match }))[0]?.result
  expect(result(undefined)).toMatchObject({ problem: 'The battle could not be played' })
  expect(result(endedBy('slow-start', 'connection refused'))).toMatchObject({
    problem: 'Your team could not be reached: connection refused',
  })
  for (const match of [endedBy('slow-start'), endedBy('timeout', 'late'), matchOfCase()])
    expect(result(match)).toEqual({ case: findCase('tic-tac-toe', ID), match })
})

test('a case without its match, its team or its battle is left out', () => {
  for (const seen of [{ row: false }, { players: [house, house] as const }, { hasBattle: false }])
    expect(casesOfRun(1, contextOf(seen))).toEqual([])
})
