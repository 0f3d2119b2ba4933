import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { show } from '../../base/fields.ts'
import { beginningOf } from './beginning-of.ts'

/** Why the kernel found no program (ENOENT): the file is missing, or the file that it needs to run. */
export function whyNoProgram(file: string, cwd: string): string {
  const path = resolve(cwd, file)
  if (!file.includes('/') || !existsSync(path)) return 'there is no such program'
  const [, interpreter] = /^#![ \t]*([^ \t\n]+)/.exec(beginningOf(path, 256)) ?? []
  if (interpreter === undefined)
    return 'the file is there, but this machine lacks the loader that it names: build it here'
  const hint = interpreter.endsWith('\r') ? ': end its lines as Unix does, without a carriage return' : ''
  return `its first line names the interpreter ${show(interpreter)}, which does not exist${hint}`
}
