import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import { keepCall, usedIn } from './call-file.ts'
import type { KeptCall } from './model-contestant.ts'

const newFolder = tempFolders()
const AT = new Date(0)
const CALL: KeptCall = {
  player: 'a',
  bot: 'llm:a',
  round: 1,
  turn: 1,
  seat: 0,
  attempt: 1,
  system: 'Play',
  messages: [],
  answer: { text: 'e2', finish: 'stop', usd: 0.5, tokensIn: 10, tokensOut: 5, ms: 1 },
}

test('a call after a line that a crash has cut counts towards the budget', () => {
  const folder = newFolder()
  const file = join(folder, '1.jsonl')
  keepCall(file, CALL, AT)
  appendFileSync(file, '{"at":"1970-01-01T00:00:00.000Z","rou')
  keepCall(file, CALL, AT)
  keepCall(file, CALL, AT)
  expect(must(usedIn(folder))).toEqual({ usd: 1.5, tokens: 45 })
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(5)
  expect(statSync(file).mode & 0o077).toBe(0)
})
