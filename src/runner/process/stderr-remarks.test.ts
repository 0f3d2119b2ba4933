import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
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
])('of the chunks %j the remark is %j', async (chunks, remark) => {
  const stream = new PassThrough()
  const remarks = new StderrRemarks(stream)
  for (const chunk of chunks) stream.write(chunk)
  await new Promise((resolve) => stream.end(() => setImmediate(resolve)))
  expect(remarks.take()).toBe(remark)
  expect(remarks.take()).toBeUndefined()
})
