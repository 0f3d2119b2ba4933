import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fail, ok, type Result } from '../../base/result.ts'
import { show } from '../../base/fields.ts'
import { findProgram } from '../process/find-program.ts'

/** A command as it is run inside the sandbox, and what must be there for it. */
export interface InsideCommand {
  readonly argv: readonly string[]
  /** Files and folders outside /usr that a language runtime is made of; shown under their own names. */
  readonly runtimes: readonly string[]
  /** Folders to look for programs in, before those of the system. */
  readonly path: readonly string[]
}

export const INSIDE_FOLDER = '/bot'

/**
 * Turns a command of the host into one for the sandbox: files of the bot's folder are below /bot there, and the
 * shim of a version manager, which would have to start a process, gives way to the interpreter it stands for.
 */
export function resolveCommand(argv: readonly string[], cwd: string, folder: string): Result<InsideCommand> {
  const [name = '', ...args] = argv
  const file = findProgram(name, cwd)
  if (file === undefined) return fail('bot.program', `Cannot start ${show(name)}: there is no such program`)
  const insideArgs = args.map((arg) => insideName(arg, folder))
  const own = ownFile(file, folder)
  if (own === undefined)
    return mapRuntime(file, ({ argv, ...rest }) => ({ ...rest, argv: [...argv, ...insideArgs] }))
  const script = readScript(file)
  if (script === undefined) return ok({ argv: [own, ...insideArgs], runtimes: [], path: [] })
  const [interpreter = '', ...options] = script.interpreter
  const found = findProgram(interpreter, '/')
  if (found === undefined)
    return fail('bot.program', `Cannot start ${show(name)}: there is no ${show(interpreter)} to run it`)
  return mapRuntime(found, (runtime) => {
    // A start script names in its text what it will become by exec.
    const named = isShell(found) ? runtimesNamedIn(script.text) : []
    return {
      argv: [...runtime.argv, ...options, own, ...insideArgs],
      runtimes: [...runtime.runtimes, ...named.flatMap(({ runtimes }) => runtimes)],
      path: [...runtime.path, ...named.flatMap(({ path }) => path)],
    }
  })
}

function mapRuntime(file: string, map: (runtime: InsideCommand) => InsideCommand): Result<InsideCommand> {
  const runtime = findRuntime(file)
  return runtime
    ? ok(map(runtime))
    : fail('bot.runtime', `Cannot start ${show(file)}: the sandbox cannot tell which files it needs`)
}

/** The name inside, if it names something in the folder. */
function insideName(name: string, folder: string): string {
  return name === folder || name.startsWith(folder + sep) ? INSIDE_FOLDER + name.slice(folder.length) : name
}

function ownFile(file: string, folder: string): string | undefined {
  const inside = relative(folder, file)
  return inside === '' || inside.startsWith('..') ? undefined : join(INSIDE_FOLDER, inside)
}

const resolved = new Map<string, InsideCommand | undefined>()

/** What it takes to run a program from outside the bot's folder. */
function findRuntime(file: string): InsideCommand | undefined {
  if (!resolved.has(file)) resolved.set(file, inspectRuntime(file))
  return resolved.get(file)
}

function inspectRuntime(file: string): InsideCommand | undefined {
  const real = realpathSync(file)
  // Under its own name: java and python find their libraries by it.
  if (isSystemFile(real)) return { argv: [isSystemFile(file) ? file : real], runtimes: [], path: [] }
  const told = askRuntime(basename(file), file)
  if (told) return told
  if (readScript(real)) return undefined
  const prefix = basename(dirname(real)) === 'bin' ? dirname(dirname(real)) : real
  return { argv: [real], runtimes: [mayBeShown(prefix) ? prefix : real], path: [dirname(real)] }
}

/** Interpreters that can say where they really are, whatever shim has found them. */
const QUESTIONS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^(python|pypy)[\d.]*$/,
    ['-c', 'import sys; print(sys.executable); print(sys.prefix); print(sys.base_prefix)'],
  ],
  [/^(node|nodejs)$/, ['-p', 'process.execPath']],
  [/^java$/, ['-XshowSettings:properties', '-version']],
]

function askRuntime(name: string, file: string): InsideCommand | undefined {
  const question = QUESTIONS.find(([names]) => names.test(name))?.[1]
  if (question === undefined) return undefined
  const { status, stdout, stderr } = spawnSync(file, question, { encoding: 'utf8', timeout: 20_000 })
  if (status !== 0) return undefined
  const home = /^\s*java\.home = (.*)$/m.exec(stderr)?.[1]
  const [executable = '', ...prefixes] =
    home === undefined ? stdout.trim().split('\n') : [join(home, 'bin/java'), home]
  if (!executable.startsWith('/')) return undefined
  const real = realpathSync(executable)
  const needed = prefixes.length > 0 ? prefixes : [dirname(dirname(real))]
  const runtimes = [...new Set([...needed, dirname(dirname(real))])].filter((prefix) => !isSystemFile(prefix))
  // An interpreter that lies about alone, say in a home folder, is shown alone.
  return {
    argv: [executable],
    runtimes: runtimes.map((prefix) => (mayBeShown(prefix) ? prefix : real)),
    path: [dirname(executable)],
  }
}

function runtimesNamedIn(text: string): readonly InsideCommand[] {
  const names = new Set(text.match(/\b(python[\d.]*|node|java)\b/g))
  return [...names].flatMap((name) => {
    const file = findProgram(name, '/')
    return (file && findRuntime(file)) || []
  })
}

/** /usr is there anyway, but for /usr/local, which is a home for all sorts of things. */
const isSystemFile = (file: string): boolean =>
  /^\/(usr|bin|sbin|lib|lib32|lib64)(\/|$)/.test(file) && !/^\/usr\/local(\/|$)/.test(file)

/** A folder where people keep other things, too, is never shown as a whole: /opt, /tmp, a home. */
function mayBeShown(folder: string): boolean {
  const isTop = folder.split(sep).length <= 2
  const isHome = /^\/home\/[^/]+$/.test(folder) || `${homeFolder()}${sep}`.startsWith(folder + sep)
  return !isTop && !isHome
}

/** A user without an entry in the list of users has none. */
function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return '/'
  }
}

const isShell = (file: string): boolean => /^(sh|bash|dash|zsh|ksh)$/.test(basename(file))

interface Script {
  readonly interpreter: readonly string[]
  readonly text: string
}

/** The interpreter in the first line, `env` left out, if the file is a script. */
function readScript(file: string): Script | undefined {
  const text = readStart(file)
  const line = /^#! *(\S+)(?: +(.*?))? *\r?\n/.exec(text)
  if (line === null) return undefined
  const [, program = '', rest = ''] = line
  if (basename(program) !== 'env') return { interpreter: rest === '' ? [program] : [program, rest], text }
  const words = rest.split(/ +/)
  return { interpreter: words[0] === '-S' ? words.slice(1) : [rest], text }
}

const SCRIPT_CAP = 64 * 1024

function readStart(file: string): string {
  let fd: number | undefined
  try {
    fd = openSync(resolve(file), 'r')
    const bytes = Buffer.alloc(SCRIPT_CAP)
    return bytes.toString('latin1', 0, readSync(fd, bytes))
  } catch {
    return ''
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
