import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { gamegrid } from '../cli/run.ts'
import { openSmallDisk } from './small-disk.fixture.ts'

const KB = 1024

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? ''

test.each(['1', '3'])(
  'a tournament with %s workers stops on a full disk, and resumes to the same table without a void match',
  async (workers) => {
    const disk = openSmallDisk(16)
    onTestFinished(() => disk[Symbol.dispose]())
    const args = (folder: string): string[] =>
      ['tournament', 'tic-tac-toe', 'house:perfect', 'house:random', 'house:first']
        .concat(['--games', '4', '--nodes', '50', '--seed', '9', '--workers', workers, '--json'])
        .concat(['--no-times', '--data', folder])
    const expected = await gamegrid(args(join(disk.folder, 'whole')))
    expect(expected).toMatchObject({ code: 0, err: '' })

    const folder = join(disk.folder, 'full')
    // From no room for the first line of its results up to room for a few records. All twelve matches need more.
    for (const left of [0, 8, 16, 12]) {
      disk.fill(left * KB)
      const stopped = await gamegrid([...args(folder), '--resume'])
      expect(stopped.code, stopped.err).not.toBe(0)
      expect(stopped.err).toMatch(/^gamegrid: [^\n]*the disk[^\n]* is full[^\n]*\n$/)
    }
    disk.release()
    const last = await gamegrid([...args(folder), '--resume'])
    expect(last).toMatchObject({ code: 0, err: '' })
    expect(lastLine(last.out)).toBe(lastLine(expected.out))
    expect(readFileSync(join(folder, 'results.jsonl'), 'utf8')).not.toMatch(/"void":true|hostFaults/)
  },
  120_000,
)
