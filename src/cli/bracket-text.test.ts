import { expect, test } from 'vitest'
import { tournamentOf, playedTournament } from '../tournament-runner/tournament.fixture.ts'
import { bracketText } from './bracket-text.ts'

const draw = (count: number, format: string): string => {
  const names = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay', 'gil', 'hal'].slice(0, count)
  const { result } = playedTournament(tournamentOf(names, { format }))
  return result.bracket === undefined ? '' : bracketText(result.bracket).join('\n')
}

test('a knock-out is drawn with its byes, its scores and who goes on', () => {
  expect(draw(5, 'single-elimination')).toMatchInlineSnapshot(`
    "
      Knock-out
      quarter-final      semi-final         final
       1  ann        ┐
          bye        ┴─┐
                       └  1 ▸ann      0 ┐
       4 ▸dan      1 ┐ ┌  4  dan      0 ┴─┐
       5  eve      0 ┴─┘                  │
                                          └  1 ▸ann      1
       2  bob        ┐                    ┌  2  bob      0
          bye        ┴─┐                  │
                       └  2 ▸bob      1 ┐ │
       3  cid        ┐ ┌  3  cid      0 ┴─┘
          bye        ┴─┘

      Third place
       4  dan      0
       3 ▸cid      1

      semi-final: drawn 0–0, ann advances by seeding"
  `)
})

test('both trees of a double elimination are drawn', () => {
  expect(draw(4, 'double-elimination')).toMatchInlineSnapshot(`
    "
      Winners
      winners' round 1    winners' final
       1 ▸ann       1 ┐
       4  dan       0 ┴─┐
                        └  1 ▸ann       1
       2 ▸bob       1 ┐ ┌  2  bob       0
       3  cid       0 ┴─┘

      Losers
      losers' round 1    losers' final
       4  dan      0 ┐    2 ▸bob      1
       3 ▸cid      1 ┴──  3  cid      0

      Final              Second final
       1 ▸ann      1 ┐ ┌  1  ann
       2  bob      0 ┴─┘  2  bob"
  `)
})
