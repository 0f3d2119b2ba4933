import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { openDiskSpace, type DiskLevel } from './disk-space.ts'

/** Free bytes of the disk that the tests write to; other programs may use it meanwhile. */
const { bavail, bsize } = statfsSync(tmpdir())
const FREE = bavail * bsize
const folders = [tmpdir()]
const forever = new AbortController().signal

/** Whether a promise has settled by now. */
async function isSettled(promise: Promise<unknown> | undefined): Promise<boolean> {
  let isDone = false
  void promise?.then(() => (isDone = true))
  await new Promise((resolve) => void setImmediate(resolve))
  return isDone
}

test.each([
  ['ample', 0, true],
  ['ample', FREE / 2, true],
  // Between the reserve and its last sixteenth.
  ['short', 2 * FREE, false],
  ['short', 8 * FREE, false],
  ['full', 32 * FREE, false],
] as const)('a disk is %s with a reserve of %d bytes', async (level, reserveBytes, hasRoom) => {
  using space = await openDiskSpace({ folders, reserveBytes })
  expect(space.level).toBe(level)
  expect(space.room().ok).toBe(hasRoom)
  expect(await space.roomFor(0)).toMatchObject(hasRoom ? { ok: true } : { problem: { code: 'no-room' } })
})

test('the reserve must be left after what begins', async () => {
  using space = await openDiskSpace({ folders, reserveBytes: FREE / 2 })
  expect((await space.roomFor(FREE / 4)).ok).toBe(true)
  expect(await space.roomFor(0.75 * FREE)).toMatchObject({
    problem: {
      code: 'no-room',
      message:
        'Cannot begin anything new: the disk of the server is nearly full: it goes on by itself when the organiser has made room',
    },
  })
  expect(space.level).toBe('ample')
})

test('without a folder nothing is short, and the disk of a folder that is gone cannot be measured', async () => {
  using space = await openDiskSpace({ folders: [], reserveBytes: 32 * FREE })
  expect(space.level).toBe('ample')
  await expect(openDiskSpace({ folders: ['/no/such/folder'] })).rejects.toThrow('ENOENT')
})

test('a failed write makes the disk full, and one that succeeds lets work go on', async () => {
  const levels: DiskLevel[] = []
  using space = await openDiskSpace({
    folders,
    reserveBytes: 0,
    onChange: (level) => void levels.push(level),
  })
  expect(space.until('ample', forever)).toBeUndefined()
  space.noteFull(true)
  space.noteFull(true)
  const waits = [space.until('short', forever), space.until('ample', forever)]
  expect(await Promise.all(waits.map(isSettled))).toEqual([false, false])
  expect(space.room().ok).toBe(false)
  space.noteFull(false)
  expect(await Promise.all(waits.map(isSettled))).toEqual([true, true])
  expect(levels).toEqual(['full', 'ample'])
})

test('work that only needs a disk that is not full goes on before work that is new', async () => {
  // Short: between a reserve and what is free.
  using space = await openDiskSpace({ folders, reserveBytes: 2 * FREE })
  expect(space.until('short', forever)).toBeUndefined()
  const ample = space.until('ample', forever)
  space.noteFull(true)
  const short = space.until('short', forever)
  expect(await Promise.all([short, ample].map(isSettled))).toEqual([false, false])
  space.noteFull(false)
  expect(await Promise.all([short, ample].map(isSettled))).toEqual([true, false])
})

test('nothing waits once its signal is aborted', async () => {
  using space = await openDiskSpace({ folders, reserveBytes: 32 * FREE })
  const stop = new AbortController()
  const wait = space.until('ample', stop.signal)
  expect(await isSettled(wait)).toBe(false)
  stop.abort()
  expect(await isSettled(wait)).toBe(true)
  expect(space.until('ample', stop.signal)).toBeUndefined()
})

test('a disk that was short is ample again only with a tenth more than the reserve', async () => {
  // The reserve is a little less than what is free: ample to begin with, short after it was full.
  using space = await openDiskSpace({ folders, reserveBytes: FREE / 1.05 })
  expect(space.level).toBe('ample')
  space.noteFull(true)
  space.noteFull(false)
  expect(space.level).toBe('short')
})
