import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { layOutPart } from './bracket-layout.ts'
import { openCourse } from './course.ts'
import { doubleElimination } from './double-elimination.ts'
import { tournament } from './simulate.fixture.ts'

test('ties of the first column have three rows each, and later ones lie half-way between those they come from', () => {
  const options = must(doubleElimination.parseOptions({}))
  const parts = openCourse(doubleElimination, tournament(8), options).bracket()?.parts ?? []
  const placed = parts.map((part) =>
    layOutPart(part).map(({ tie, column, row }) => `${tie.id} ${column},${row}`),
  )
  expect(placed).toEqual([
    [
      'wb-r1-t1 0,0',
      'wb-r1-t2 0,3',
      'wb-r1-t3 0,6',
      'wb-r1-t4 0,9',
      'wb-r2-t1 1,2',
      'wb-r2-t2 1,8',
      'wb-r3-t1 2,5',
    ],
    [
      'lb-r1-t1 0,0',
      'lb-r1-t2 0,3',
      // Losers of the other part come in here: only the ties of this part count.
      'lb-r2-t1 1,0',
      'lb-r2-t2 1,3',
      'lb-r3-t1 2,2',
      'lb-r4-t1 3,2',
    ],
    ['gf 0,0', 'gf-2 1,0'],
  ])
})
