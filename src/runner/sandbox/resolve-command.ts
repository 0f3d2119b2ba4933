import { basename, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path'
import { show } from '../../base/fields.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { CommandSource } from '../process/bot-process.ts'
import { findProgram } from '../process/find-program.ts'
import { findInside } from './find-inside.ts'
import { INSIDE_FOLDER } from './inside-folder.ts'
import { inspectProgram, type Program } from './inspect-program.ts'
import { readShebang } from './read-shebang.ts'
import { offeredRuntimes, type Runtimes } from './runtimes.ts'

/** A command as it is run inside the sandbox, and what must be there for it. */
export interface InsideCommand {
  readonly argv: readonly string[]
  /** Files and folders outside /usr that language runtimes are made of; shown under their own names. */
  readonly runtimes: readonly string[]
  /** Folders to look for programs in, before those of the system. */
  readonly path: readonly string[]
}

/** Where a command starts, the folder that is all it sees, and whose words it is made of. */
export interface CommandPlace {
  readonly cwd: string
  readonly folder: string
  readonly from: CommandSource
}

/**
 * Decides what a command starts in the sandbox. Whatever the source, the first word is a file of the bot's folder or a
 * program of this machine: for an upload only one that was offered at start-up, for a person any. The host executes
 * nothing from the folder, follows no link in it, and takes from its text no more than the name of an offered runtime.
 */
export async function resolveCommand(
  argv: readonly string[],
  { cwd, folder, from }: CommandPlace,
): Promise<Result<InsideCommand>> {
  const [name = '', ...args] = argv
  const offered = await offeredRuntimes()
  const program =
    from === 'upload'
      ? readProgram(name, offered, relative(folder, cwd))
      : await findAnyProgram(name, cwd, folder, offered)
  if (!program.ok) return program
  const inside = (words: readonly string[], parts: readonly string[] = []): Result<InsideCommand> =>
    ok({
      // A person may have written out where the folder is; an upload must not find out by trying.
      argv: [...words, ...(from === 'person' ? args.map((arg) => insideName(arg, folder)) : args)],
      ...shownBeside(folder, offered, parts),
    })
  if (program.value.kind === 'runtime') return inside([program.value.file], program.value.parts)
  const { path } = program.value
  const found = await findInside(folder, path)
  const refuse = (why: string): Result<never> => fail('unknown-program', `Cannot start ${show(name)}: ${why}`)
  if (found.kind === 'outside') return refuse('it is a link that leads out of the folder, or nowhere')
  if (found.kind === 'missing' || !found.stat.isFile()) return refuse(NO_PROGRAM)
  if ((found.stat.mode & 0o111) === 0) return refuse('it may not be executed (chmod +x)')
  const own = isAbsolute(name) ? join(INSIDE_FOLDER, path) : name
  const script = await readShebang(found.path)
  if (script === undefined || isOwn(script.interpreter)) return inside([own])
  const interpreter = offered.byName.get(basename(script.interpreter))
  return interpreter
    ? inside([interpreter.file, ...script.options, own])
    : refuse(`there is no ${show(basename(script.interpreter))} to run it`)
}

const NO_PROGRAM = 'there is no such program'

/** What the first word of a command stands for. `path`: below the bot's folder. */
export type ProgramWord =
  | { readonly kind: 'own'; readonly path: string }
  | ({ readonly kind: 'runtime' } & Program)

/** What the first word of a stranger's command may stand for, by the word alone. `startIn`: below the bot's folder. */
export function readProgram(word: string, offered: Runtimes, startIn = ''): Result<ProgramWord> {
  if (!word.includes('/')) {
    const runtime = offered.byName.get(word)
    if (runtime) return ok({ kind: 'runtime', ...runtime })
    return word === '..' ? outside(word) : fail('bad-command', `Cannot start ${show(word)}: ${NO_PROGRAM}`)
  }
  const path = isOwn(word) ? relative(INSIDE_FOLDER, word) : normalize(join(startIn, word))
  const isOutside = (isAbsolute(word) && !isOwn(word)) || /^\.\.(\/|$)/.test(path)
  return isOutside || word.includes('\0') || path.endsWith('/') || path === ''
    ? outside(word)
    : ok({ kind: 'own', path })
}

const outside = (word: string): Result<never> =>
  fail(
    'bad-command',
    `Cannot start ${show(word)}: expected a file in the folder of the bot, like ./bot, or the name of a runtime, like python3`,
  )

const isOwn = (path: string): boolean => normalize(path).startsWith(`${INSIDE_FOLDER}/`)

/** What a person names: a file of the folder, or any program of this machine. */
async function findAnyProgram(
  name: string,
  cwd: string,
  folder: string,
  offered: Runtimes,
): Promise<Result<ProgramWord>> {
  const runtime = offered.byName.get(name)
  if (runtime) return ok({ kind: 'runtime', ...runtime })
  const path = relative(folder, resolve(cwd, name))
  if (name.includes('/') && path !== '' && !path.startsWith('..')) return ok({ kind: 'own', path })
  const file = findProgram(name, cwd)
  if (file === undefined) return fail('unknown-program', `Cannot start ${show(name)}: ${NO_PROGRAM}`)
  known.set(file, known.get(file) ?? inspectProgram(file))
  const program = await known.get(file)
  return program
    ? ok({ kind: 'runtime', ...program })
    : fail('unknown-runtime', `Cannot start ${show(file)}: the sandbox cannot tell which files it needs`)
}

const known = new Map<string, Promise<Program | undefined>>()

/** The name inside, if it names something in the folder. */
const insideName = (name: string, folder: string): string =>
  contains(folder, name) ? INSIDE_FOLDER + name.slice(folder.length) : name

const contains = (folder: string, path: string): boolean => `${path}${sep}`.startsWith(`${folder}${sep}`)

const hidden = new Set<string>()

/** Keeps a folder out of every sandbox, also where a runtime lies above it. */
export const keepHidden = (folder: string): void => void hidden.add(resolve(folder))

/** The offered runtimes, and the program's own parts. One that lies around a hidden folder is shown without its folder. */
function shownBeside(
  folder: string,
  offered: Runtimes,
  more: readonly string[],
): Pick<InsideCommand, 'runtimes' | 'path'> {
  const mayShow = (part: string): boolean => ![folder, ...hidden].some((one) => contains(part, one))
  const lone = [...offered.byName.values()].filter(({ parts }) => !parts.every(mayShow))
  return {
    runtimes: [...[...offered.parts, ...more].filter(mayShow), ...lone.map(({ file }) => file)],
    path: offered.path,
  }
}
