import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TournamentResult } from '../api/tournament-result.ts'
import { chooseBoards } from './choose-boards.ts'
import { htmlReport } from './report-html.ts'
import { measurementsOf } from './statistics.ts'
import { playedTournament, tournamentOf } from './tournament.fixture.ts'

const names = ['ann', 'bob', 'cid', 'dan', 'eve']
const { result } = playedTournament(tournamentOf(names, { format: 'round-robin-knock-out' }))

test('the last rounds come first, then a match of each entrant, then the rest, each once', () => {
  const chosen = chooseBoards(result)
  expect(chosen[0]).toBe('ko-r3-t1-g1')
  expect(new Set(chosen)).toEqual(new Set(result.games.map(({ key }) => key)))
  expect(chosen).toHaveLength(result.games.length)
  const knockOut = chosen.findLastIndex((key) => key.startsWith('ko-'))
  const next = result.games.filter(({ key }) => chosen.slice(0, knockOut + 6).includes(key))
  expect(new Set(next.flatMap(({ players }) => players))).toEqual(new Set(names))
})

test('a page with boards runs that script alone, says what was left out, and a record cannot end its data', () => {
  const records = new Map([['ko-r3-t1-g1', '{"name":"</script><script>alert(1)"}\n']])
  const player = { script: 'run()', style: '' }
  const page = htmlReport(result, measurementsOf(names, []), { boards: { player, records, leftOut: 7 } })
  expect(page).toContain(`script-src &#39;sha256-${hash('sha256', 'run()', 'base64')}&#39;`)
  expect(page).toContain('<script>run()</script>')
  expect(page.match(/<script/g)).toHaveLength(2)
  expect(page).not.toContain('alert(1)"}\n')
  expect(page).toContain('7 were left out')
  expect(page).toContain('href="#match-ko-r3-t1-g1"')
})

test('finals of all trees come before the rounds before them; then the last match of each entrant, by place', () => {
  const game = (key: string, players: readonly [string, string], how = 'played') => ({ key, players, how })
  const round = (...keys: readonly string[]) => ({ ties: keys.map((key) => ({ matches: [key] })) })
  const shown = {
    games: [
      game('rr1', ['ann', 'bob']),
      game('rr2', ['ann', 'cid']),
      game('rr3', ['bob', 'cid']),
      game('lost', ['bob', 'cid'], 'forfeited'),
      game('semi', ['ann', 'bob']),
      game('third', ['ann', 'bob']),
      game('final', ['ann', 'bob']),
    ],
    bracket: { parts: [{ rounds: [round('semi', 'lost'), round('final')] }, { rounds: [round('third')] }] },
    standings: [{ name: 'cid' }, { name: 'ann' }, { name: 'dan' }],
  } as unknown as TournamentResult
  expect(chooseBoards(shown)).toEqual(['final', 'third', 'semi', 'rr3', 'rr2', 'rr1'])
  const { bracket: _, ...robin } = shown
  expect(chooseBoards(robin)).toEqual(['rr3', 'final', 'third', 'semi', 'rr2', 'rr1'])
})
