import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { forgetInstalled } from './forget-installed.ts'

const home = mkdtempSync(join(tmpdir(), 'gamegrid-npx-'))
afterAll(() => rmSync(home, { recursive: true }))

test.each([
  ['of npx', '_npx/0a1b/node_modules', false],
  ['of a project', 'my-project/node_modules', true],
])('the list of installed packages in a folder %s', (_, folder, stays) => {
  const list = join(home, folder, '.package-lock.json')
  mkdirSync(join(home, folder, 'gamegrid'), { recursive: true })
  writeFileSync(list, '{}')
  forgetInstalled(join(home, folder, 'gamegrid'))
  expect(existsSync(list)).toBe(stays)
})
