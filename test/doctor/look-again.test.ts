import { expect, test } from 'vitest'
import { lookAgain } from '../../src/doctor/look-again.ts'
import type { Observation } from '../../src/doctor/observation.ts'
import { observe } from './observe.fixture.ts'

const silent = observe({ wire: 'longest-group', talk: ['> 0'], fault: { kind: 'timeout' } })

/** Far more time than any of these takes. */
const look = (script: string, seen: Observation = silent, limitMs = 60_000) =>
  lookAgain({ argv: ['python3', '-c', script], cwd: import.meta.dirname }, seen, limitMs)

test('one that answers in the end was slow, and how slow is known: it keeps nothing back', async () => {
  const seen = await look('import time; input(); time.sleep(2); print("0 0", flush=True); input()')
  expect(seen).toMatchObject({ lateMs: expect.any(Number) as number, afterClose: '', onTerminal: false })
})

test('one that answers on a terminal alone keeps its output back', async () => {
  const seen = await look('out = open(1, "w", closefd=False); input(); print("0 0", file=out); input()')
  expect(seen).toMatchObject({ onTerminal: true })
})

const silentLater = observe({
  wire: 'longest-group',
  talk: ['> 0', '< 0 0', '> 1 1'],
  turns: [
    ['0,0', undefined],
    [undefined, '1,1'],
  ],
  fault: { kind: 'timeout' },
})

test('a longer word than in the first run is not one answer more', async () => {
  const script =
    'import os; input(); print("10 10" if os.isatty(1) else "0 0", flush=True); input()\nwhile True: pass'
  const seen = await look(script, silentLater, 300)
  expect(seen).toMatchObject({ onTerminal: false, afterClose: '' })
  expect(seen.lateMs).toBeUndefined()
})

test('the second run has the seed of the first', async () => {
  const script =
    'import os, time; input(); time.sleep(60 if os.environ.get("GAMEGRID_SEED") == "7" else 0); print("0 0")'
  const seen = await look(script, { ...silent, seatSeed: 7 }, 300)
  expect(seen.lateMs).toBeUndefined()
})

test('an answer that happens to come after the input was closed was slow all the same', async () => {
  // With a limit of 100 ms the input is closed after 1.2 s.
  const seen = await look(
    'import time; input(); time.sleep(1.6); print("0 0", flush=True); time.sleep(9)',
    silent,
    100,
  )
  expect(seen).toMatchObject({ lateMs: expect.any(Number) as number, afterClose: '' })
})

test('one that reads to the end of its input is not slow', async () => {
  const seen = await look('import sys; sys.stdin.read(); print("0 0", flush=True)', silent, 100)
  expect(seen).toMatchObject({ afterClose: '0 0', onTerminal: false })
  expect(seen.lateMs).toBeUndefined()
})
