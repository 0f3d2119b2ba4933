import { execFile } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { beginningOf } from '../process/beginning-of.ts'

/** A program of this machine as a sandbox starts it. */
export interface Program {
  /** Its real path: java and python find their libraries by it. */
  readonly file: string
  /** Files and folders outside /usr that it needs. */
  readonly parts: readonly string[]
}

/**
 * Finds the files that a program of this machine needs in a sandbox; undefined if that cannot be found out. The program
 * may be **executed** for it, so it must not come from an upload. `name`: as commands call it.
 */
export async function inspectProgram(file: string, name = basename(file)): Promise<Program | undefined> {
  const real = realpathSync(file)
  if (isSystemFile(real) && !SHIMS.test(basename(real)))
    return { file: isSystemFile(file) ? file : real, parts: [] }
  const rustup = rustupBehind(file, real)
  if (rustup !== undefined) return askProgram(rustup, [['which', name], lines], RUSTUP_OPTIONS)
  const question = QUESTIONS.find(([names]) => names.test(name))?.[1]
  if (question) return askProgram(file, question)
  if (SHIMS.test(basename(real)) || basename(dirname(file)) === 'shims') return undefined
  const prefix = dirname(dirname(real))
  if (basename(dirname(real)) === 'bin' && mayBeShown(prefix)) return { file: real, parts: [prefix] }
  // A script outside the known folders may need files that we cannot know.
  return isScript(real) ? undefined : { file: real, parts: [real] }
}

/**
 * The program `rustup`, if that is what the file stands for: rustup installs itself as `cargo`, `rustc` and so on, by symbolic or
 * hard links, and chooses a tool by the name it is called by. The sandbox gets the tool itself: the shim would need the
 * settings of its user, and a shim's folder may have secrets beside it.
 */
function rustupBehind(file: string, real: string): string | undefined {
  if (basename(real) === 'rustup') return real
  const rustup = join(dirname(file), 'rustup')
  const [own, beside] = [real, rustup].map((path) => statSync(path, { throwIfNoEntry: false }))
  return own && beside && own.ino === beside.ino && own.dev === beside.dev ? rustup : undefined
}

/** The answer must not depend on a `rust-toolchain.toml` of the current folder, and must not download a toolchain. */
const RUSTUP_OPTIONS = { cwd: '/', env: { ...process.env, RUSTUP_AUTO_INSTALL: '0' } }

/** Shims of version managers: one program under many names. */
const SHIMS = /^(rustup|mise|asdf|volta-shim|proto-shim|snap)$/

/**
 * Arguments that make a program print its real location, and a parser for the output: its file, then the folders it
 * needs.
 */
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

async function askProgram(
  file: string,
  [args, read]: Question,
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Program | undefined> {
  try {
    const { stdout, stderr } = await run(file, args, { ...options, timeout: PATIENCE_MS })
    const [executable = '', ...prefixes] = read(stdout + stderr)
    if (!isAbsolute(executable)) return undefined
    const real = realpathSync(executable)
    const needed = [...new Set([...prefixes, dirname(dirname(real))])].filter(
      (prefix) => !isSystemFile(prefix),
    )
    // A folder with other content, such as a home, is never mounted.
    return needed.every(mayBeShown)
      ? { file: executable, parts: needed }
      : { file: real, parts: [...needed.filter(mayBeShown), real] }
  } catch {
    return undefined
  }
}

/** /usr is mounted anyway, except for /usr/local, where people keep all kinds of files. */
const isSystemFile = (file: string): boolean =>
  /^\/(usr|bin|sbin|lib|lib32|lib64)(\/|$)/.test(file) && !/^\/usr\/local(\/|$)/.test(file)

/** Whether a folder may be mounted as a whole: not /, /opt, /tmp, /var or a home, where people keep other files. */
export function mayBeShown(folder: string): boolean {
  const isTop = /^\/[^/]*$/.test(folder) || /^\/(home|var|run|srv|mnt|media)\/[^/]*$/.test(folder)
  const isHome = `${homeFolder()}${sep}`.startsWith(`${folder}${sep}`)
  return !isTop && !isHome
}

/** The home folder; empty for a user without an entry in the user database. */
export function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return '/'
  }
}

/** A program that may be executed but not read is a binary. */
const isScript = (file: string): boolean => beginningOf(file, 2) === '#!'
