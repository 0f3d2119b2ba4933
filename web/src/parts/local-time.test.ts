import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type * as LocalTime from './local-time.ts'

const MODULE = fileURLToPath(new URL('./local-time.ts', import.meta.url))
const CALL = `const { [process.argv[2]]: call } = await import(process.argv[1])
console.log(JSON.stringify(JSON.parse(process.argv[3]).map((given) => call(given))))`

/** What the function gives where the time zone of the process is this one: a thread cannot change it. */
function inZone(zone: string, name: keyof typeof LocalTime, given: readonly unknown[]): unknown {
  const args = ['--input-type=module', '-e', CALL, MODULE, name, JSON.stringify(given)]
  const text = execFileSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, TZ: zone } })
  return JSON.parse(text)
}

test.each([
  ['UTC', '2026-11-16T15:00'],
  ['Pacific/Honolulu', '2026-11-16T05:00'],
  ['Pacific/Chatham', '2026-11-17T04:45'],
])('a date-time input in %s shows local time', (zone, value) => {
  const at = '2026-11-16T15:00:00.000Z'
  expect(inZone(zone, 'localInput', [Date.parse(at)])).toEqual([value])
  expect(inZone(zone, 'timeIn', [value])).toEqual([at])
})

test('a year has four digits in the input, while it is typed, too', () =>
  expect(inZone('UTC', 'localInput', [Date.parse('0026-11-16T15:00:00Z')])).toEqual(['0026-11-16T15:00']))

test('a time of the server is shown in local time and stays what it is, in the hour that comes twice, too', () => {
  const second = '2027-10-31T01:30:20.000Z'
  expect(inZone('Europe/Berlin', 'shownInput', [second])).toEqual(['2027-10-31T02:30'])
  expect(inZone('Europe/Berlin', 'timeIn', [second, '2027-10-31T02:30'])).toEqual([
    second,
    '2027-10-31T00:30:00.000Z',
  ])
})

test('what cannot be read is for the server to refuse', () =>
  expect(inZone('UTC', 'timeOrNull', ['', '12026-11-16T15:00'])).toEqual([null, '12026-11-16T15:00']))

const FIRST = 'the first of two: the clocks go back'
const SECOND = 'the second of two: the clocks go back'
const SKIPPED = 'The clocks skip this time. It is taken as'

test.each([
  [
    'Europe/Berlin',
    {
      '': '',
      '2026-11-16T15:00': '16 Nov 2026, 15:00 GMT+1',
      '2026-11-16T15:00:00.000Z': '16 Nov 2026, 16:00 GMT+1',
      '2027-03-28T01:59': '28 Mar 2027, 01:59 GMT+1',
      '2027-03-28T02:30': `${SKIPPED} 28 Mar 2027, 03:30 GMT+2`,
      '2027-03-28T03:00': '28 Mar 2027, 03:00 GMT+2',
      '2027-10-31T01:59': '31 Oct 2027, 01:59 GMT+2',
      '2027-10-31T02:30': `31 Oct 2027, 02:30 GMT+2, ${FIRST}`,
      '2027-10-31T01:30:20.000Z': `31 Oct 2027, 02:30 GMT+1, ${SECOND}`,
      '2027-10-31T03:00': '31 Oct 2027, 03:00 GMT+1',
    },
  ],
  [
    'America/New_York',
    {
      '2027-03-14T02:00': `${SKIPPED} 14 Mar 2027, 03:00 GMT-4`,
      '2027-11-07T01:00': `7 Nov 2027, 01:00 GMT-4, ${FIRST}`,
    },
  ],
  ['Pacific/Chatham', { '2027-04-04T03:00': `4 Apr 2027, 03:00 GMT+13:45, ${FIRST}` }],
  // Its clocks go back by half an hour.
  ['Australia/Lord_Howe', { '2027-04-04T01:45': `4 Apr 2027, 01:45 GMT+11, ${FIRST}` }],
  ['Asia/Kolkata', { '2027-10-31T02:30': '31 Oct 2027, 02:30 GMT+5:30' }],
])('in %s what was typed is said with its zone', (zone, meanings) =>
  expect(inZone(zone, 'meaningOf', Object.keys(meanings))).toEqual(Object.values(meanings)),
)
