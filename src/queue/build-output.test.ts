import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellOutput } from './build-output.ts'
import type { BuildMessage } from './worker-message.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function tell() {
  const sent: BuildMessage[] = []
  return { sent, output: tellOutput((message) => sent.push(message)) }
}

test('what is printed within a moment is one message; steps and writers keep their order', () => {
  const { sent, output } = tell()
  output.step('building')
  output.write('$ make\n', 'arena')
  output.write(Buffer.from('one\n'), 'program')
  output.write(Buffer.from('two'), 'program')
  vi.runAllTimers()
  output.write(Buffer.from('\n'), 'program')
  output.step('trying')
  output.end()
  expect(sent).toEqual([
    { kind: 'step', n: 0, step: 'building' },
    { kind: 'output', n: 1, text: '$ make\n', from: 'arena' },
    { kind: 'output', n: 2, text: 'one\ntwo', from: 'program' },
    { kind: 'output', n: 3, text: '\n', from: 'program' },
    { kind: 'step', n: 4, step: 'trying' },
  ])
})

test('a character that comes in two parts is whole', () => {
  const { sent, output } = tell()
  const bytes = Buffer.from('é')
  output.write(bytes.subarray(0, 1), 'program')
  vi.runAllTimers()
  output.write(bytes.subarray(1), 'program')
  output.end()
  expect(sent).toEqual([{ kind: 'output', n: 0, text: 'é', from: 'program' }])
})

test('of a flood only the end is sent', () => {
  const { sent, output } = tell()
  for (let line = 0; line < 100_000; line++) output.write(`line ${line}\n`, 'program')
  output.end()
  const [message, ...others] = sent
  expect(others).toEqual([])
  expect(message).toMatchObject({ kind: 'output', text: expect.stringMatching(/^…\n[^]*line 99999\n$/) })
  expect(message?.kind === 'output' && message.text.length).toBeLessThanOrEqual(64 * 1024)
})
