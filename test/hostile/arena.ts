import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

/** The setting of the games: the programs, an opponent, and things that they must not reach. */
export interface Arena extends AsyncDisposable {
  readonly root: string
  readonly bots: string
  readonly opponent: string
  readonly secret: string
  /** Connections that arrived; there must be none. */
  readonly callers: () => number
}

export async function openArena(): Promise<Arena> {
  const root = mkdtempSync(join(tmpdir(), 'gamegrid-hostile-'))
  chmodSync(root, 0o755)
  const [bots, opponent, secret] = [join(root, 'bots'), join(root, 'opponent'), join(root, 'secret')]
  for (const folder of [bots, opponent]) mkdirSync(folder)
  for (const language of ['python', 'node'])
    cpSync(join(import.meta.dirname, language), bots, { recursive: true })
  await compileAll(join(root, 'c'), bots)
  await compileJava(bots)
  for (const name of ['plays', 'takes-its-time']) cpSync(join(bots, name), join(opponent, name))
  copyFileSync(join(bots, 'gains-root'), join(bots, 'set-uid'))
  chmodSync(join(bots, 'set-uid'), 0o4755)
  writeFileSync(secret, 'secret\n')
  symlinkSync(secret, join(bots, 'link-to-secret'))
  symlinkSync('/etc/passwd', join(bots, 'link-to-passwd'))

  let callers = 0
  const abstract = `gamegrid-${process.pid}`
  const servers = [createServer(() => callers++), createServer(() => callers++)] as const
  await new Promise<void>((resolve) => void servers[0].listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => void servers[1].listen(`\0${abstract}`, resolve))
  const address = servers[0].address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const targets = { secret, opponent, pid: process.pid, port, abstract }
  writeFileSync(
    join(bots, 'targets.txt'),
    Object.entries(targets)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  // As an arena does with a version that has passed: its sandboxes share one copy of a locked folder.
  for (const folder of [bots, opponent]) chmodSync(folder, 0o555)
  return {
    root,
    bots,
    opponent,
    secret,
    callers: () => callers,
    async [Symbol.asyncDispose]() {
      for (const server of servers) server.close()
      for (const folder of [bots, opponent]) chmodSync(folder, 0o755)
      rmSync(root, { recursive: true, force: true })
    },
  }
}

const run = promisify(execFile)

/** A compiler that runs once gains nothing from the second, slower translation of its own code, nor from threads that collect garbage. */
const SHORT_RUN = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC']

async function compileJava(target: string): Promise<void> {
  const folder = join(import.meta.dirname, 'java')
  const sources = readdirSync(folder).map((name) => join(folder, name))
  await need('a Java compiler (apt-get install default-jdk-headless)', 'javac', [
    ...SHORT_RUN,
    '-nowarn',
    '-d',
    target,
    ...sources,
  ])
}

/** Runs a compiler; if there is none, the error says what to install. */
async function need(what: string, program: string, args: readonly string[]): Promise<void> {
  await run(program, args).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing ? new Error(`The hostile suite needs ${what}`) : error
  })
}

const FLAGS = ['-O1', '-w', '-pthread']

/** Compiles in a copy of the folder, where the header of all programs is compiled first: that saves a third of the compiler's time. */
async function compileAll(folder: string, target: string): Promise<void> {
  cpSync(join(import.meta.dirname, 'c'), folder, { recursive: true })
  const compile = (source: string, output: string): Promise<void> =>
    need('a C compiler (apt-get install gcc libc6-dev)', 'gcc', [
      ...FLAGS,
      '-o',
      output,
      join(folder, source),
    ])
  await compile('bot.h', join(folder, 'bot.h.gch'))
  const sources = readdirSync(folder).filter((name) => name.endsWith('.c'))
  await inTurns(sources, 2, (name) => compile(name, join(target, basename(name, '.c'))))
}

/** Works on this many items at a time; results are in the order of the items. */
export async function inTurns<T, R>(
  items: readonly T[],
  atATime: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const entries = items.entries()
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (const [i, item] of entries) results[i] = await work(item)
    }),
  )
  return results
}

/** Everything a folder holds, to see whether it has changed. */
export function fingerprint(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name)
    const stat = lstatSync(path)
    hash.update(`${name} ${stat.mode} ${stat.size} ${stat.uid}\n`)
    if (stat.isSymbolicLink()) hash.update(readlinkSync(path))
    else if (stat.isFile()) hash.update(readFileSync(path))
  }
  return hash.digest('hex')
}
