import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import type { VersionRow } from '../store/store.ts'
import { locateVersion } from './locate-version.ts'

const row = (more: Partial<VersionRow>): VersionRow => ({
  bot: 1,
  version: 1,
  created: 1,
  status: 'passed',
  report: '',
  log: undefined,
  run: undefined,
  wire: undefined,
  source: { kind: 'upload', archive: 'a'.repeat(64), bytes: 1 },
  ...more,
})

test('an uploaded version starts in what was built of it, in the sandbox of its team', () => {
  expect(
    must(locateVersion(row({ run: "python3 bot.py 'two words'", wire: 'json-lines' }), '/built', 1001)),
  ).toEqual({
    process: {
      argv: ['python3', 'bot.py', 'two words'],
      cwd: '/built',
      env: { PYTHONUNBUFFERED: '1' },
      sandbox: { from: 'upload', team: 1001 },
    },
    wire: 'json-lines',
  })
  expect('wire' in must(locateVersion(row({ run: './bot' }), '/built', 1001))).toBe(false)
  expect(locateVersion(row({}), '/built', 1001).ok).toBe(false)
})

test('a full path of an older server is looked up by its name, unless it is in the folder of the bot', () => {
  const program = (run: string): string | undefined =>
    must(locateVersion(row({ run }), '/built', 1001)).process.argv[0]
  expect(program('/usr/bin/python3 bot.py')).toBe('python3')
  expect(program('/bot/bin/bot')).toBe('/bot/bin/bot')
  expect(program('/bottle/bin/bot')).toBe('bot')
  expect(program('./usr/bin/bot')).toBe('./usr/bin/bot')
})

test('a command of this machine starts where its program is, and a missing one is refused', () => {
  const source = { kind: 'program', command: '/bin/sh -c true' } as const
  expect(must(locateVersion(row({ source }), '/built', 1001))).toEqual({
    process: {
      argv: ['/bin/sh', '-c', 'true'],
      cwd: '/bin',
      env: { PYTHONUNBUFFERED: '1' },
      sandbox: { from: 'person' },
    },
  })
  const missing = { kind: 'program', command: '/no/such/program' } as const
  expect(locateVersion(row({ source: missing }), '/built', 1001)).toMatchObject({
    problem: { code: 'bad-program' },
  })
})
