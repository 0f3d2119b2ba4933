import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openLoopMeter } from './loop-meter.ts'

/** Works until the check holds. */
function workUntil(check: () => boolean): void {
  const end = performance.now() + 20_000
  while (!check()) expect(performance.now()).toBeLessThan(end)
}

/** Rests until the check holds. */
async function restUntil(check: () => boolean): Promise<void> {
  const end = performance.now() + 20_000
  while (!check()) {
    expect(performance.now()).toBeLessThan(end)
    await sleep(50)
  }
}

test('a loop that works is busy, and one that rests is not', async () => {
  const isBusy = openLoopMeter()
  expect(isBusy()).toBe(false)
  workUntil(isBusy)
  await restUntil(() => !isBusy())
  workUntil(isBusy)
})
