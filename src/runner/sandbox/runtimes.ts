import { basename, delimiter, dirname, isAbsolute, join } from 'node:path'
import { findTool, isProgram } from '../process/find-program.ts'
import { inspectProgram, type Program } from './inspect-program.ts'

/** A program of this machine that an upload's command may name. */
export interface Runtime extends Program {
  readonly name: string
}

/** Names of interpreters, compilers and the tools that belong to them. */
export const LANGUAGES: readonly string[] = (
  'python3 python pypy3 pypy node nodejs deno bun java javac jar kotlin kotlinc scala scalac groovy clojure ' +
  'mono mcs csc dotnet gcc g++ cc c++ clang clang++ gfortran go rustc cargo zig nim ghc runghc ocaml ocamlopt ocamlfind ' +
  'guile racket sbcl gforth fpc swift swiftc dart julia Rscript perl ruby php lua luajit erl elixir tclsh'
).split(' ')

/** Names of system tools for builds and start scripts. */
export const TOOLS: readonly string[] = (
  'sh bash dash env make cmake ninja ld as ar ranlib strip objcopy pkg-config awk sed grep find xargs tar gzip gunzip ' +
  'unzip cat cp mv rm ln ls mkdir mkfifo rmdir touch chmod install head tail sort tr cut wc test true false echo printf ' +
  'pwd sleep date basename dirname realpath nice timeout stdbuf nohup setsid tee diff patch which'
).split(' ')

/** The programs that uploads may name, and the mounts for them. */
export interface Runtimes {
  readonly byName: ReadonlyMap<string, Runtime>
  /** Files and folders outside /usr, mounted read-only under their own names. */
  readonly parts: readonly string[]
  /** Folders for PATH, before those of the system. */
  readonly path: readonly string[]
}

let offered: Promise<Runtimes> | undefined

/**
 * The runtimes of this machine, found on the host's PATH when they are first needed and then cached: no upload can replace a
 * runtime later. After a failure the next caller looks again.
 */
export const offeredRuntimes = (): Promise<Runtimes> =>
  (offered ??= findRuntimes(process.env['PATH'] ?? '').catch((error: unknown) => {
    offered = undefined
    throw error
  }))

/** Exported for tests. */
export async function findRuntimes(path: string): Promise<Runtimes> {
  const folders = [...new Set(path.split(delimiter))].filter((folder) => isAbsolute(folder))
  const found = await findAll(LANGUAGES, folders)
  // A shim that cannot be resolved is often beside one that can: javac beside java.
  const bins = found.filter(isOutside).map(({ file }) => dirname(file))
  const missing = LANGUAGES.filter((name) => !found.some((runtime) => runtime.name === name))
  const others = await findAll(missing, [...new Set(bins), dirname(process.execPath)])
  const all = [...found, ...others, ...TOOLS.flatMap(findSystemTool)]
  return {
    byName: new Map(all.map((runtime) => [runtime.name, runtime])),
    parts: [...new Set(all.flatMap(({ parts }) => parts))],
    // PATH finds programs by name, so a folder helps only if the file has the program's own name.
    path: [
      ...new Set(
        all
          .filter((runtime) => isOutside(runtime) && basename(runtime.file) === runtime.name)
          .map(({ file }) => dirname(file)),
      ),
    ],
  }
}

/** Whether it needs mounts besides /usr. */
const isOutside = ({ parts }: Runtime): boolean => parts.length > 0

/** A tool outside the system folders is left out: its folder would have to be mounted. */
function findSystemTool(name: string): readonly Runtime[] {
  const file = findTool(name)
  return file === undefined ? [] : [{ name, file, parts: [] }]
}

async function findAll(names: readonly string[], folders: readonly string[]): Promise<readonly Runtime[]> {
  const found = await Promise.all(names.map((name) => findRuntime(name, folders)))
  return found.filter((runtime) => runtime !== undefined)
}

async function findRuntime(name: string, folders: readonly string[]): Promise<Runtime | undefined> {
  for (const folder of folders) {
    const file = join(folder, name)
    const program = isProgram(file) ? await inspectProgram(file, name) : undefined
    if (program) return { name, ...program }
  }
  return undefined
}
