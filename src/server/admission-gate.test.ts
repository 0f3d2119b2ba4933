import { expect, test, vi } from 'vitest'
import { threadCpuMs } from '../runner/thread-cpu-ms.ts'
import { GATE_LIMITS, openAdmissionGate } from './admission-gate.ts'

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Uses the processor, as a request does that takes long. */
function work(ms: number): void {
  const until = threadCpuMs() + ms
  while (threadCpuMs() < until);
}

/** Holds the thread without using the processor, as a busy machine does. */
const hold = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('between two requests that take long, everything else has its turn', async () => {
  const gate = openAdmissionGate(GATE_LIMITS)
  const seen: string[] = []
  for (const name of ['a1', 'a2', 'a3'])
    gate.enter('a', () => {
      work(8)
      seen.push(name)
    })
  for (let n = 0; n < 6; n++) {
    await nextTurn()
    seen.push('move')
  }
  expect(seen.filter((name) => name !== 'move')).toEqual(['a1', 'a2', 'a3'])
  for (const [index, name] of seen.entries()) if (name !== 'move') expect(seen[index + 1]).toBe('move')
})

test('quick requests go through many at once, one owner after the other', async () => {
  const gate = openAdmissionGate(GATE_LIMITS)
  const seen: string[] = []
  for (const name of ['a1', 'a2', 'a3', 'b1']) gate.enter(name[0] ?? '', () => void seen.push(name))
  while (seen.length < 4) await nextTurn()
  expect(seen).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('an owner that has used its share is told to wait, and others are not', async () => {
  const gate = openAdmissionGate({ ...GATE_LIMITS, burstMs: 10, msPerSecond: 1 })
  let passed = false
  gate.enter('a', () => {
    work(30)
    passed = true
  })
  while (!passed) await nextTurn()
  await nextTurn()
  expect(gate.enter('a', () => {})).toMatchObject({ kind: 'spent' })
  expect(gate.enter('b', () => {})).toBeUndefined()
})

test('an owner that may wait passes when it has a share again, if that is soon enough', async () => {
  const gate = openAdmissionGate({ ...GATE_LIMITS, burstMs: 10, msPerSecond: 1000 })
  const seen: string[] = []
  gate.enter('a', () => {
    work(60)
    seen.push('first')
  })
  while (seen.length < 1) await nextTurn()
  await nextTurn()
  expect(gate.enter('a', () => {})).toMatchObject({ kind: 'spent' })
  expect(gate.enter('a', () => {}, 1)).toMatchObject({ kind: 'spent' })
  expect(gate.enter('a', () => void seen.push('second'), 60_000)).toBeUndefined()
  expect(seen).toEqual(['first'])
  while (seen.length < 2) await nextTurn()
})

test('a busy machine does not use up the share of an owner', async () => {
  const gate = openAdmissionGate({ ...GATE_LIMITS, burstMs: 100, msPerSecond: 1 })
  let passed = false
  gate.enter('a', () => {
    hold(200)
    queueMicrotask(() => {
      hold(200)
      passed = true
    })
  })
  while (!passed) await nextTurn()
  await nextTurn()
  expect(gate.enter('a', () => {})).toBeUndefined()
})

test('what a request leaves to promises is charged as well', async () => {
  const gate = openAdmissionGate({ ...GATE_LIMITS, burstMs: 10, msPerSecond: 1 })
  let passed = false
  gate.enter('a', () => {
    queueMicrotask(() => {
      work(30)
      passed = true
    })
  })
  while (!passed) await nextTurn()
  await nextTurn()
  expect(gate.enter('a', () => {})).toMatchObject({ kind: 'spent' })
})

test('so many wait, of each and of all', () => {
  const gate = openAdmissionGate({ ...GATE_LIMITS, waitingEach: 2, waiting: 3 })
  const enter = (owner: string) => gate.enter(owner, () => {})?.kind
  expect(['a', 'a', 'a', 'b', 'c'].map(enter)).toEqual([undefined, undefined, 'full', undefined, 'full'])
})

test('while a move is worked on, requests wait, but not for ever', async () => {
  const gate = openAdmissionGate(GATE_LIMITS)
  const seen: string[] = []
  gate.enter('a', () => void seen.push('first'))
  await nextTurn()
  await nextTurn()
  const release = gate.hold()
  gate.enter('a', () => void seen.push('second'))
  await nextTurn()
  await nextTurn()
  expect(seen).toEqual(['first'])
  release()
  release()
  while (seen.length < 2) await nextTurn()
  gate.hold()
  gate.enter('a', () => void seen.push('third'))
  while (seen.length < 3) await nextTurn()
  expect(seen).toEqual(['first', 'second', 'third'])
})

test('while requests wait for a move, the event loop sleeps', async () => {
  const gate = openAdmissionGate(GATE_LIMITS)
  const enter = (): Promise<void> => new Promise((resolve) => void gate.enter('a', resolve))
  await enter()
  gate.hold()
  const turn = setImmediate
  let turns = 0
  using _ = vi.spyOn(globalThis, 'setImmediate').mockImplementation(((...call: Parameters<typeof turn>) => {
    // What other files of this process left running takes turns, too.
    if (new Error('where').stack?.includes('/admission-gate.ts')) turns++
    return turn(...call)
  }) as typeof setImmediate)
  await enter()
  // Two to find the gate closed, and two when its time is over; a timer may fire a little early.
  expect(turns).toBeGreaterThan(0)
  expect(turns).toBeLessThanOrEqual(8)
})
