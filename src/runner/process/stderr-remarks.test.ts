import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { StderrRemarks } from './stderr-remarks.ts'

test.each([
  [['remark {"text":"hm"}\n'], '{"text":"hm"}'],
  [['remark "hm"\r\n'], '"hm"'],
  [['rem', 'ark {"te', 'xt":"hm"}', '\nnext'], '{"text":"hm"}'],
  [['log\nremark {"a":1}\nremark {"b":2}\nlog\n'], '{"b":2}'],
  [['remark {"a":1}\n', 'remark private\n', 'remark\n', ' remark {}\n', 'remark {}'], '{"a":1}'],
  [['x'.repeat(99_999), '\nremark {"a":1}\n'], '{"a":1}'],
  [[`remark {"text":"${'x'.repeat(99_999)}"}\n`], undefined],
  [['remark {"text":"\ud83d\ude00"}\n'], '{"text":"\ud83d\ude00"}'],
  [['a remark {"a":1}\n', ''], undefined],
  [['\ufeffremark {"a":1}\n'], '{"a":1}'],
  [['remark {"a":1}\nremark {"b":2}', '\n\n', 'remark {"c":3\n'], '{"b":2}'],
])('of the chunks %j the remark is %j', async (chunks, remark) => {
  const stream = new PassThrough()
  const remarks = new StderrRemarks(stream)
  for (const chunk of chunks) stream.write(chunk)
  await new Promise((resolve) => stream.end(() => setImmediate(resolve)))
  expect(remarks.take()).toBe(remark)
  expect(remarks.take()).toBeUndefined()
})

test('of lines without end only those that can be remarks are decoded', async () => {
  const stream = new PassThrough()
  const remarks = new StderrRemarks(stream)
  const decode = vi.spyOn(TextDecoder.prototype, 'decode')
  const toString = vi.spyOn(Buffer.prototype, 'toString')
  const blank = Buffer.alloc(65_536, '\n')
  const almost = Buffer.from('remark {\n'.repeat(7000))
  for (const chunk of [blank, Buffer.from('remark {"a":1}\n'), blank, almost]) stream.write(chunk)
  await new Promise((resolve) => setImmediate(resolve))
  const decoded = [
    ...decode.mock.calls.map(([chunk]) => chunk?.byteLength ?? 0),
    ...toString.mock.contexts.map((chunk) => (chunk as Buffer).length),
  ]
  vi.restoreAllMocks()
  expect(decoded.reduce((sum, length) => sum + length, 0)).toBeLessThan(4096)
  expect(remarks.take()).toBe('{"a":1}')
})
