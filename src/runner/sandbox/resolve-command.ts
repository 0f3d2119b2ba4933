import { basename, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path'
import { show } from '../../base/fields.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { CommandSource } from '../process/bot-process.ts'
import { findProgram, isProgram } from '../process/find-program.ts'
import { findInside } from './find-inside.ts'
import { INSIDE_FOLDER } from './inside-folder.ts'
import { inspectProgram, type Program } from './inspect-program.ts'
import { readShebang } from './read-shebang.ts'
import { offeredRuntimes, type Runtimes } from './runtimes.ts'

/** A command for the inside of the sandbox, and the mounts that it needs. */
export interface InsideCommand {
  readonly argv: readonly string[]
  /** Files and folders of language runtimes outside /usr; mounted under their own names. */
  readonly runtimes: readonly string[]
  /** Folders for PATH, before those of the system. */
  readonly path: readonly string[]
}

/** The working folder of a command, the only folder it can see, and who wrote it. */
export interface CommandPlace {
  readonly cwd: string
  readonly folder: string
  readonly from: CommandSource
}

/**
 * Resolves a command for the sandbox. The first word is a file of the bot's folder or a program of this machine: for an
 * upload only a runtime that was found at start-up, for a person any program. The host executes nothing from the
 * folder, follows no link in it, and takes only the name of a runtime from its text.
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
      // A person may write the folder's path on the host. For an upload it is not translated, so that it cannot probe for it.
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

/** The program that the first word of a command names. `path` is relative to the bot's folder. */
export type ProgramWord =
  | { readonly kind: 'own'; readonly path: string }
  | ({ readonly kind: 'runtime' } & Program)

/** Parses the first word of an upload's command, without a look at the disk. `startIn` is relative to the bot's folder. */
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

/** Whether a resolved command names a program of this machine that has gone since it was found, as during an upgrade. */
export const lacksProgram = ([program = '']: readonly string[]): boolean =>
  isAbsolute(program) && !isOwn(program) && !isProgram(program)

const isOwn = (path: string): boolean => normalize(path).startsWith(`${INSIDE_FOLDER}/`)

/** Finds the program that a person names: a file of the folder, or any program of this machine. */
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

/** The path inside the sandbox, if the word is a path in the folder. */
const insideName = (name: string, folder: string): string =>
  contains(folder, name) ? INSIDE_FOLDER + name.slice(folder.length) : name

const contains = (folder: string, path: string): boolean => `${path}${sep}`.startsWith(`${folder}${sep}`)

const hidden = new Set<string>()

/** Keeps a folder out of every sandbox, also if it lies below a runtime's folder. */
export const keepHidden = (folder: string): void => void hidden.add(resolve(folder))

/**
 * The mounts: the offered runtimes and the program's own files. A folder that contains a hidden folder is not mounted
 * as a whole.
 */
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
