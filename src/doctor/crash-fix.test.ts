import { expect, test } from 'vitest'
import { crashFix } from './crash-fix.ts'

const syntaxError = (version: string): string =>
  `/home/ann/bot.ts:18\ntype Hello = {\n     ^^^^^\n\nSyntaxError: Unexpected identifier 'Hello'\n    at wrapSafe (node:internal/modules/cjs/loader:1378:20)\n\nNode.js v${version}\n`
const unknownEnding = (version: string): string =>
  `TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".mts" for /home/ann/team.mts\n  code: 'ERR_UNKNOWN_FILE_EXTENSION'\n}\n\nNode.js v${version}\n`

test.each([
  ['20.20.2', true],
  ['22.17.1', true],
  ['22.18.0', false],
  ['23.5.0', true],
  ['23.6.0', false],
  ['26.10.0', false],
])('Node %s is too old for TypeScript: %s', (version, isTooOld) => {
  const fix = isTooOld ? `Install Node 22.18 or newer: Node ${version} does not run TypeScript` : undefined
  expect([crashFix(syntaxError(version)), crashFix(unknownEnding(version))]).toEqual([fix, fix])
})

test.each([
  'Traceback (most recent call last):\nKeyError: 3\n',
  "SyntaxError: (unicode error) 'unicodeescape' codec can't decode bytes in position 2-3\n",
  "/home/ann/bot.js:1\nlet x = ;\n        ^\nSyntaxError: Unexpected token ';'\n\nNode.js v20.20.2\n",
  '',
])('%j says itself what to repair', (errors) => {
  expect(crashFix(errors)).toBeUndefined()
})
