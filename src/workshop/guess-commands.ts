import { open, readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { show } from '../base/fields.ts'
import { readObject } from '../base/read-object.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { DIALECTS, findDialect } from '../wires/dialects.ts'
import { walkFolder } from '../runner/sandbox/walk-folder.ts'
import { readJavaClass } from './java-class.ts'
import { parseCommand } from './parse-command.ts'

/** How a bot is built and started, in its own folder. */
export interface BotCommands {
  readonly build: readonly string[]
  readonly run: string
  /** The wire it speaks, if not the challenge's own. */
  readonly wire?: string
}

/** Reads the commands from `gamegrid.json`, or guesses them from the names of the files. */
export async function guessCommands(folder: string): Promise<Result<BotCommands>> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const guess = async (): Promise<Result<BotCommands>> => {
    const top = sourcesIn(files)
    if (top.length > 0) return guessFrom(folder, top)
    const all = await filesBelow(folder)
    const sources = sourcesIn(all)
    return sources.length > 0 ? guessFrom(folder, sources) : refuseGuess(describeOthers(all))
  }
  if (!files.includes(MANIFEST)) return guess()
  const manifest = join(folder, MANIFEST)
  if ((await stat(manifest)).size > MOST_MANIFEST) return refuseManifest('at most 64 KiB')
  return parseManifest(await readFile(manifest, 'utf8'), guess)
}

const MANIFEST = 'gamegrid.json'
/** The largest one that is of use has a few lines. */
const MOST_MANIFEST = 64 * 1024

const refuseManifest = (what: string): ReturnType<typeof fail> =>
  fail('bad-manifest', `Cannot read ${MANIFEST}: expected ${what}`)

/** Whether a name needs no quotes and is no option. */
export const isPlain = (name: string): boolean => /^\w[\w.+-]*$/.test(name)

/** All files in a folder and its folders. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const files: string[] = []
  for await (const { name, stat } of walkFolder(folder)) if (stat.isFile()) files.push(name)
  return files
}

const sourcesIn = (files: readonly string[]): readonly string[] =>
  files.filter((name) => languageOf(name) !== undefined && name.split('/').every(isPlain)).sort()

const MOST_COMMANDS = 20

/** `bot` and `challenge` are notes of `gamegrid upload` for its next run. Without commands they are guessed. */
async function parseManifest(
  text: string,
  guess: () => Promise<Result<BotCommands>>,
): Promise<Result<BotCommands>> {
  const refuse = refuseManifest
  const read = readObject(text)
  if (!('object' in read)) {
    const wrong = read.at && `; line ${read.at.line}, column ${read.at.column}: ${read.why}`
    return refuse(`an object like {"build": ["make"], "run": "./bot"}${wrong ?? ''}`)
  }
  const manifest = read.object
  const { build = [], run, wire, bot: _bot, challenge: _challenge, ...others } = manifest
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return refuse(`build, run, wire, bot and challenge only, not ${show(unknown)}`)
  if (!Array.isArray(build) || build.length > MOST_COMMANDS || !build.every(isCommand))
    return refuse(`"build" to be a list of at most ${MOST_COMMANDS} command lines`)
  if (manifest['build'] === undefined && run === undefined) {
    const guessed = await guess()
    return guessed.ok && wire !== undefined ? checkWire(guessed.value, wire) : guessed
  }
  if (!isCommand(run)) return refuse('"run" to be a command line like "python3 bot.py"')
  return wire === undefined ? ok({ build, run }) : checkWire({ build, run }, wire)

  function checkWire(commands: BotCommands, id: unknown): Result<BotCommands> {
    return typeof id === 'string' && findDialect(id) !== undefined
      ? ok({ ...commands, wire: id })
      : refuse(`"wire" to be one of ${DIALECTS.map((dialect) => dialect.id).join(', ')}`)
  }
}

const isCommand = (value: unknown): value is string => typeof value === 'string' && parseCommand(value).ok

interface Language {
  readonly endings: readonly string[]
  /** The commands for a bot of these sources. `read` gives the text of the main one. */
  commands(
    sources: string,
    main: string,
    read: () => Promise<string>,
  ): { build?: string; run: string } | Promise<{ build?: string; run: string }>
}

const LANGUAGES: readonly Language[] = [
  {
    endings: ['.cpp', '.cc', '.cxx'],
    commands: (sources) => ({ build: `g++ -std=c++17 -O2 -Wall -o bot ${sources}`, run: './bot' }),
  },
  {
    endings: ['.c'],
    commands: (sources) => ({ build: `gcc -std=c11 -O2 -Wall -o bot ${sources}`, run: './bot' }),
  },
  {
    endings: ['.cs'],
    commands: (sources) => ({ build: `mcs -out:bot.exe ${sources}`, run: 'mono bot.exe' }),
  },
  {
    endings: ['.java'],
    // Java starts a class, not a file.
    async commands(sources, main, read) {
      const { name = basename(main, '.java'), package: inPackage } = readJavaClass(await read())
      const isFlat = inPackage === undefined && dirname(main) === '.'
      return {
        build: `javac ${isFlat ? '' : '-d . '}${sources}`,
        run: `java ${inPackage === undefined ? '' : `${inPackage}.`}${name}`,
      }
    },
  },
  {
    endings: ['.go'],
    commands: (sources) => ({ build: `go build -o bot ${sources}`, run: './bot' }),
  },
  {
    endings: ['.rs'],
    commands: (_, main) => ({ build: `rustc --edition 2021 -O -o bot ${main}`, run: './bot' }),
  },
  { endings: ['.py'], commands: (_, main) => ({ run: `python3 ${main}` }) },
  { endings: ['.js', '.mjs', '.ts', '.mts'], commands: (_, main) => ({ run: `node ${main}` }) },
]

/** The endings of sources that are built and run without a word about how. */
export const SOURCE_ENDINGS: readonly string[] = LANGUAGES.flatMap(({ endings }) => endings)

/** The source called bot or main decides; otherwise the only source. */
async function guessFrom(folder: string, sources: readonly string[]): Promise<Result<BotCommands>> {
  const named = sources.filter((name) => /^(bot|main)\.\w+$/i.test(name))
  const candidates = named.length > 0 ? named : sources
  const [main, second] = candidates
  const language = main === undefined ? undefined : languageOf(main)
  if (main === undefined || language === undefined) return refuseGuess('there is none')
  if (second !== undefined) return refuseGuess(`there are ${show(main)} and ${show(second)}`)
  const own = sources.filter((name) => languageOf(name) === language)
  for (const name of own) {
    const why = await whyUnreadable(folder, name)
    if (why !== undefined) return fail('bad-file', `Cannot read ${show(name)}: ${why}`)
  }
  const read = (): Promise<string> => readFile(join(folder, main), 'utf8')
  const { build, run } = await language.commands(own.join(' '), main, read)
  return ok({ build: build === undefined ? [] : [build], run })
}

const languageOf = (name: string): Language | undefined =>
  LANGUAGES.find(({ endings }) => endings.includes(extname(name)))

/** Editors of Windows save such files, and what compilers and interpreters say about them names neither cause nor cure. */
async function whyUnreadable(folder: string, name: string): Promise<string | undefined> {
  const start = await readStart(join(folder, name))
  // Only mcs reads UTF-16.
  if (/^(?:fffe|feff)/.test(start) && extname(name) !== '.cs') return 'it is in UTF-16: save it in UTF-8'
  if (start.startsWith('efbbbf') && extname(name) === '.java')
    return 'it begins with a byte order mark, which javac refuses: save it in UTF-8 without one'
  return undefined
}

/** The first bytes, in hexadecimal digits. */
async function readStart(path: string): Promise<string> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(3), 0, 3, 0)
  return buffer.toString('hex', 0, bytesRead)
}

const MOST_NAMED = 3

/** What there is in place of a source. */
function describeOthers(files: readonly string[]): string {
  const odd = files.find((name) => languageOf(name) !== undefined)
  if (odd !== undefined)
    return `${show(odd)} cannot stand in a command: expected a name of letters, digits, dots and dashes that begins with a letter`
  const others = files.filter((name) => name !== MANIFEST).sort()
  if (others.length === 0) return 'there is none'
  const named = others.slice(0, MOST_NAMED).map((name) => show(name))
  return `there is none among ${named.join(', ')}${others.length > MOST_NAMED ? ' …' : ''}`
}

function refuseGuess(found: string): ReturnType<typeof fail> {
  const endings = SOURCE_ENDINGS.join(', ')
  return fail(
    'bad-commands',
    `Cannot tell how the bot is built and run: expected ${MANIFEST}, or one source called bot or main (${endings}), and ${found}`,
  )
}
