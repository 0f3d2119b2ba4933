import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longestGroup } from '../challenges/longest-group.ts'
import type { VersionSource } from '../store/store.ts'
import { openBuildProgress } from './build-progress.ts'
import type { Examined } from '../workshop/examine-upload.ts'
import { examineVersion } from './examine-version.ts'

const examine = (source: VersionSource, signal: AbortSignal): Promise<Examined> =>
  examineVersion({
    source,
    name: 'bot',
    team: 1,
    challenge: longestGroup,
    archives: tmpdir(),
    folder: join(tmpdir(), 'gamegrid-nothing-is-built-here'),
    signal,
    progress: openBuildProgress(),
  })

test('an interrupted trial of a program says nothing about the program', async () => {
  expect(await examine({ kind: 'program', command: 'sleep 100' }, AbortSignal.abort())).toEqual({
    kind: 'our-fault',
    why: 'Cannot try the bot: it was interrupted',
  })
})

test('a program that does not play is judged', async () => {
  expect(await examine({ kind: 'program', command: 'false' }, new AbortController().signal)).toMatchObject({
    kind: 'judged',
    verdict: { passed: false },
  })
})

test('an upload whose archive is lost says nothing about the bot', async () => {
  const source = { kind: 'upload', archive: 'gamegrid-no-such-archive', bytes: 1 } as const
  for (const file of [undefined, 'bot.py'])
    expect(await examine({ ...source, ...(file && { file }) }, new AbortController().signal)).toMatchObject({
      kind: 'our-fault',
      why: expect.stringContaining('ENOENT'),
    })
})
