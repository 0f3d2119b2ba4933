import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const own = `gamegrid-cache-${process.getuid?.() ?? 0}`

/** Stands for the /tmp that all users of a machine share. */
let shared = ''
beforeEach(() => {
  shared = mkdtempSync(join(tmpdir(), 'gamegrid-compiled-'))
})
afterEach(() => rmSync(shared, { recursive: true }))

function runGamegrid(more: NodeJS.ProcessEnv = {}): void {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  execFileSync(join(root, 'bin/gamegrid'), ['--version'], {
    cwd: shared,
    env: { ...env, TMPDIR: shared, ...more },
  })
}

test('compiled code is kept in a folder of the own user, closed to others', () => {
  mkdirSync(join(shared, 'node-compile-cache'))
  runGamegrid()
  expect(readdirSync(join(shared, 'node-compile-cache'))).toEqual([])
  expect(readdirSync(join(shared, own))).not.toEqual([])
})

test('a folder that others may write to is not used', () => {
  mkdirSync(join(shared, own))
  chmodSync(join(shared, own), 0o777)
  runGamegrid()
  expect(readdirSync(join(shared, own))).toEqual([])
  expect(existsSync(join(shared, 'node-compile-cache'))).toBe(false)
})

test('a variable that is set to nothing names no folder: the working one stays as it is', () => {
  runGamegrid({ NODE_COMPILE_CACHE: '' })
  expect(readdirSync(shared)).toEqual([own])
})
