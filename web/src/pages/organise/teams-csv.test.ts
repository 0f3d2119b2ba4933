import { expect, test } from 'vitest'
import { teamsCsv } from './teams-csv.ts'

test('a list of teams is read by spreadsheets, and no name in it becomes a formula', () => {
  const team = { id: 1001, key: 'gg_a_b', role: 'player', created: '' } as const
  expect(
    teamsCsv([
      { ...team, name: 'Red, green' },
      { ...team, id: 1002, name: '=SUM(A1)' },
      { ...team, id: 1003, name: 'the "best"' },
    ]),
  ).toBe(
    'name,player,key\r\n"Red, green",1001,gg_a_b\r\n\'=SUM(A1),1002,gg_a_b\r\n"the ""best""",1003,gg_a_b\r\n',
  )
})
