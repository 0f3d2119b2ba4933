import { expect, test } from 'vitest'
import { ok } from '../base/result.ts'
import { readBody } from './read-body.ts'

const FORM = 'application/x-www-form-urlencoded'

test.each<[string, string | undefined, object]>([
  ['{"move":"left"}', 'application/json', { move: 'left' }],
  ['{"move":"left"}', FORM, { move: 'left' }],
  ['{"move":"left"}', undefined, { move: 'left' }],
  ['\ufeff{"move":"left"}', 'application/json', { move: 'left' }],
  ['{"remark":"\ufeffhm"}', 'application/json', { remark: '\ufeffhm' }],
  ['move=left&remark=to+the+wall', FORM, { move: 'left', remark: 'to the wall' }],
  ['move=left', 'text/plain', { move: 'left' }],
  ['move=left', undefined, { move: 'left' }],
  ['m=', undefined, { m: '' }],
])('%j of type %s is read as %j', (text, type, fields) => {
  expect(readBody(text, type)).toEqual(ok(fields))
})

test.each([
  ['move=left', 'application/json'],
  ['move=left', 'application/problem+JSON'],
  ['{"move":"a=b"', undefined],
  ['["a=b"', undefined],
  ['"a=b', undefined],
  ['=left', FORM],
  [' move=left', FORM],
  ['my move=left', FORM],
  ['left', FORM],
  ['', undefined],
  ['[1]', 'application/json'],
])('%j of type %s is neither JSON nor a form', (text, type) => {
  expect(readBody(text, type)).toEqual({
    ok: false,
    problem: { code: 'bad-body', message: 'malformed JSON' },
  })
})
