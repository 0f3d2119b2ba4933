import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { openCourse } from './course.ts'
import { crosstable } from './crosstable.ts'
import { roundRobin } from './round-robin.ts'
import { drawn, favourites, toPlayed, tournament } from './simulate.fixture.ts'

test('everybody against everybody, seen from each side', () => {
  const setup = tournament(4)
  const course = openCourse(roundRobin, setup, must(roundRobin.parseOptions({ games: 2 })))
  for (const pairing of course.take(Infinity)) {
    const { players, key } = pairing
    if (players.includes('d')) continue
    const isVoid = key === 'rr-2v3-g2'
    course.add(
      toPlayed(pairing, isVoid ? { ...drawn, void: true } : key.endsWith('1') ? favourites(pairing) : drawn),
    )
  }
  course.withdraw('d')
  const cells = crosstable(setup.entrants, course.ended()).map((row) =>
    row.map((cell) =>
      cell === undefined
        ? ''
        : `+${cell.wins} =${cell.draws} -${cell.losses} void ${cell.voids} lost ${cell.forfeits} ${cell.roundsWon}:${cell.roundsLost}`,
    ),
  )
  expect(cells).toEqual([
    ['', '+1 =1 -0 void 0 lost 0 1:0', '+1 =1 -0 void 0 lost 0 1:0', '+2 =0 -0 void 0 lost 2 0:0'],
    ['+0 =1 -1 void 0 lost 0 0:1', '', '+1 =0 -0 void 1 lost 0 1:0', '+2 =0 -0 void 0 lost 2 0:0'],
    ['+0 =1 -1 void 0 lost 0 0:1', '+0 =0 -1 void 1 lost 0 0:1', '', '+2 =0 -0 void 0 lost 2 0:0'],
    ['+0 =0 -2 void 0 lost 2 0:0', '+0 =0 -2 void 0 lost 2 0:0', '+0 =0 -2 void 0 lost 2 0:0', ''],
  ])
  expect(crosstable(setup.entrants, course.ended())[0]?.[1]?.matches).toEqual(['rr-1v2-g1', 'rr-1v2-g2'])
})

test('a match that both lose because both are benched is a loss on each side', () => {
  const setup = tournament(4, { benchAfter: 1 })
  const course = openCourse(roundRobin, setup, must(roundRobin.parseOptions({ games: 1 })))
  // Round 1: c and d fail, against b and a. In round 3 they would meet.
  for (const pairing of course.take(2))
    course.add(toPlayed(pairing, { ...favourites(pairing), faults: [0, 1] }))
  const cells = crosstable(setup.entrants, course.ended())
  for (const [own, other] of [
    [2, 3],
    [3, 2],
  ] as const)
    expect(cells[own]?.[other]).toMatchObject({ wins: 0, draws: 0, losses: 1, forfeits: 1 })
})
