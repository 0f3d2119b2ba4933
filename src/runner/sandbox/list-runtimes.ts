import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { LANGUAGES, offeredRuntimes, TOOLS } from './runtimes.ts'

/** A runtime for the organiser's list. */
export interface ListedRuntime {
  readonly name: string
  readonly path: string
  /** Undefined if the program does not print it. */
  readonly version: string | undefined
}

export interface RuntimeList {
  readonly languages: readonly ListedRuntime[]
  /** Names only. */
  readonly tools: readonly string[]
}

/** The runtimes that uploads may use on this machine. Each language is started once, to get its version. */
export async function listRuntimes(): Promise<RuntimeList> {
  const { byName } = await offeredRuntimes()
  const languages = LANGUAGES.flatMap((name) => byName.get(name) ?? [])
  return {
    languages: await Promise.all(
      languages.map(async ({ name, file }) => ({
        name,
        path: realpathSync(file),
        version: await versionOf(name, file),
      })),
    ),
    tools: TOOLS.filter((name) => byName.has(name)),
  }
}

/** The argument that prints the version, where it is not `--version`. */
const QUESTIONS: Readonly<Record<string, string>> = {
  java: '-version',
  javac: '-version',
  go: 'version',
  lua: '-v',
  luajit: '-v',
}

const PATIENCE_MS = 10_000

const versionOf = (name: string, file: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const child = execFile(
      file,
      [QUESTIONS[name] ?? '--version'],
      { timeout: PATIENCE_MS, cwd: '/' },
      (_, stdout, stderr) => resolve(/\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0]),
    )
    child.stdin?.end()
  })
