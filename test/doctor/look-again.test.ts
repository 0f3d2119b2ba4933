import { expect, test } from 'vitest'
import { lookAgain } from '../../src/doctor/look-again.ts'
import { observe } from './observe.fixture.ts'

const silent = observe({ wire: 'longest-group', talk: ['> 0'], fault: { kind: 'timeout' } })

/** Far more time than any of these takes. */
const look = (script: string) =>
  lookAgain({ argv: ['python3', '-c', script], cwd: import.meta.dirname }, silent, 60_000)

test('one that answers in the end was slow, and how slow is known: it keeps nothing back', async () => {
  const seen = await look('import time; input(); time.sleep(2); print("0 0", flush=True); input()')
  expect(seen).toMatchObject({ lateMs: expect.any(Number) as number, afterClose: '', onTerminal: false })
})

test('one that answers on a terminal alone keeps its output back', async () => {
  const seen = await look('out = open(1, "w", closefd=False); input(); print("0 0", file=out); input()')
  expect(seen).toMatchObject({ onTerminal: true })
})
