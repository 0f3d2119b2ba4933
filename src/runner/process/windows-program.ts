import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { beginningOf } from './beginning-of.ts'

/** What to do with a Windows program; undefined for other files, and where the kernel can start such programs. */
export function explainWindowsProgram(path: string): string | undefined {
  if (process.platform === 'win32' || beginningOf(path, 2) !== 'MZ' || startsWindowsPrograms())
    return undefined
  const name = basename(path)
  return `it is a program for Windows: start it with mono, as in "mono ${name}", or build it for this machine`
}

const FORMATS = '/proc/sys/fs/binfmt_misc'

/** Whether Wine or Mono is registered with the kernel for files that begin with MZ. */
function startsWindowsPrograms(): boolean {
  try {
    return readdirSync(FORMATS)
      .filter((name) => name !== 'register' && name !== 'status')
      .map((name) => readFileSync(`${FORMATS}/${name}`, 'latin1'))
      .some((format) => format.startsWith('enabled') && /^magic 4d5a/m.test(format))
  } catch {
    return false
  }
}
