import { expect, test } from 'vitest'
import { must, ok } from '../base/result.ts'
import { ticTacToe } from '../challenges/tic-tac-toe.ts'
import { parseSprt } from '../rating/sprt.ts'
import { makeTournament } from '../tournament-runner/make-tournament.ts'
import { readBot } from './bots.ts'
import { playSprt } from './play-sprt.ts'
import { sprtText } from './sprt-text.ts'

test('the matches that the host cannot play are void: it says why, and how many', async () => {
  const entrants = ['first', 'random'].map((name) => ({ name, bot: `house:${name}` }))
  const tournament = must(
    makeTournament({
      challenge: 'tic-tac-toe',
      format: 'sprt',
      options: { ...must(parseSprt(['elo0=-100', 'elo1=0'])), pairs: 1 },
      entrants: () => ok(entrants),
      seed: 1,
      how: { times: false },
    }),
  )
  const context = { challenge: ticTacToe, matchesAtOnce: 1 }
  const said = new Set<string>()
  const result = await playSprt({
    tournament,
    // The other one is missing.
    bots: new Map([['first', readBot('house:first', context)]]),
    context,
    workers: 1,
    signal: new AbortController().signal,
    onVoid: (why) => said.add(why),
  })
  expect([...said]).toEqual(['No such entrant: random'])
  expect(sprtText(result)).toContain('  2 matches are void: the host could not play')
})
