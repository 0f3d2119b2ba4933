import { execFile } from 'node:child_process'
import { closeSync, openSync, readSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import { promisify } from 'node:util'

/** A program of this machine as a sandbox starts it. */
export interface Program {
  /** Under its own name: java and python find their libraries by it. */
  readonly file: string
  /** Files and folders outside /usr that it is made of. */
  readonly parts: readonly string[]
}

/**
 * What it takes to run a program of this machine in a sandbox; undefined if that cannot be told. It may be **executed**
 * to find out, so it is never one that a stranger has named or made. `name`: as commands call it.
 */
export async function inspectProgram(file: string, name = basename(file)): Promise<Program | undefined> {
  const real = realpathSync(file)
  if (isSystemFile(real) && !SHIMS.test(basename(real)))
    return { file: isSystemFile(file) ? file : real, parts: [] }
  const question = QUESTIONS.find(([names]) => names.test(name))?.[1]
  if (question) return askProgram(file, question)
  if (SHIMS.test(basename(real)) || basename(dirname(file)) === 'shims') return undefined
  const prefix = dirname(dirname(real))
  if (basename(dirname(real)) === 'bin' && mayBeShown(prefix)) return { file: real, parts: [prefix] }
  // A script that lies about alone has its files somewhere else.
  return isScript(real) ? undefined : { file: real, parts: [real] }
}

/** Programs of version managers that stand for whatever they are called as. */
const SHIMS = /^(rustup|mise|asdf|volta-shim|proto-shim|snap)$/

/** How a program tells where it really is, whatever shim has found it: itself, then the folders it is made of. */
type Question = readonly [args: readonly string[], read: (output: string) => readonly string[]]

const lines = (output: string): readonly string[] => output.trim().split('\n')
const below = (inside: string) => (home: string) => [join(home, inside), home]

const QUESTIONS: readonly (readonly [names: RegExp, question: Question])[] = [
  [
    /^(python|pypy)[\d.]*$/,
    [['-Ic', 'import sys; print(sys.executable, sys.prefix, sys.base_prefix, sep="\\n")'], lines],
  ],
  [/^(node|nodejs)$/, [['-p', 'process.execPath'], lines]],
  [
    /^java$/,
    [
      ['-XshowSettings:properties', '-version'],
      (output) => [/^\s*java\.home = (.*)$/m.exec(output)?.[1] ?? ''].flatMap(below('bin/java')),
    ],
  ],
  [
    /^ruby[\d.]*$/,
    [['--disable-all', '-e', 'require "rbconfig"; puts RbConfig.ruby, RbConfig::CONFIG["prefix"]'], lines],
  ],
  [/^go$/, [['env', 'GOROOT'], (output) => below('bin/go')(output.trim())]],
  [/^rustc$/, [['--print', 'sysroot'], (output) => below('bin/rustc')(output.trim())]],
]

const run = promisify(execFile)
const PATIENCE_MS = 20_000

async function askProgram(file: string, [args, read]: Question): Promise<Program | undefined> {
  try {
    const { stdout, stderr } = await run(file, args, { timeout: PATIENCE_MS })
    const [executable = '', ...prefixes] = read(stdout + stderr)
    if (!isAbsolute(executable)) return undefined
    const real = realpathSync(executable)
    const needed = [...new Set([...prefixes, dirname(dirname(real))])].filter(
      (prefix) => !isSystemFile(prefix),
    )
    // An interpreter that lies about alone, say in a home folder, is shown alone.
    return needed.every(mayBeShown)
      ? { file: executable, parts: needed }
      : { file: real, parts: [...needed.filter(mayBeShown), real] }
  } catch {
    return undefined
  }
}

/** /usr is there anyway, but for /usr/local, which is a home for all sorts of things. */
const isSystemFile = (file: string): boolean =>
  /^\/(usr|bin|sbin|lib|lib32|lib64)(\/|$)/.test(file) && !/^\/usr\/local(\/|$)/.test(file)

/** A folder where people keep other things, too, is never shown as a whole: /, /opt, /tmp, /var, a home. */
export function mayBeShown(folder: string): boolean {
  const isTop = /^\/[^/]*$/.test(folder) || /^\/(home|var|run|srv|mnt|media)\/[^/]*$/.test(folder)
  const isHome = `${homeFolder()}${sep}`.startsWith(`${folder}${sep}`)
  return !isTop && !isHome
}

/** A user without an entry in the list of users has none. */
export function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return '/'
  }
}

function isScript(file: string): boolean {
  const fd = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(2)
    return readSync(fd, bytes) === 2 && bytes.toString('latin1') === '#!'
  } finally {
    closeSync(fd)
  }
}
