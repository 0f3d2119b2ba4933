import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { show } from '../base/fields.ts'
import { parseObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { DIALECTS, findDialect } from '../wires/dialects.ts'
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
  const guess = (): Result<BotCommands> => guessFrom(files.filter((name) => PLAIN.test(name)).sort())
  if (files.includes(MANIFEST)) return parseManifest(await readFile(join(folder, MANIFEST), 'utf8'), guess)
  return guess()
}

const MANIFEST = 'gamegrid.json'

/** Names that need no quotes and are no options. */
const PLAIN = /^\w[\w.+-]*$/

const MOST_COMMANDS = 20

/** `bot` and `challenge` are notes of `gamegrid upload` for its next run. Without commands they are guessed. */
function parseManifest(text: string, guess: () => Result<BotCommands>): Result<BotCommands> {
  const refuse = (what: string): ReturnType<typeof fail> =>
    fail('bad-manifest', `Cannot read ${MANIFEST}: expected ${what}`)
  const manifest = parseObject(text)
  if (manifest === undefined) return refuse('an object like {"build": ["make"], "run": "./bot"}')
  const { build = [], run, wire, bot: _bot, challenge: _challenge, ...others } = manifest
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return refuse(`build, run, wire, bot and challenge only, not ${show(unknown)}`)
  if (!Array.isArray(build) || build.length > MOST_COMMANDS || !build.every(isCommand))
    return refuse(`"build" to be a list of at most ${MOST_COMMANDS} command lines`)
  if (manifest['build'] === undefined && run === undefined) {
    const guessed = guess()
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
  /** The build command. `sources` are all sources, `main` is the name of the main one without its ending. */
  build?(sources: string, main: string): string
  run(main: string, stem: string): string
}

const LANGUAGES: readonly Language[] = [
  {
    endings: ['.cpp', '.cc', '.cxx'],
    build: (sources) => `g++ -std=c++17 -O2 -Wall -o bot ${sources}`,
    run: () => './bot',
  },
  { endings: ['.c'], build: (sources) => `gcc -std=c11 -O2 -Wall -o bot ${sources}`, run: () => './bot' },
  { endings: ['.cs'], build: (sources) => `mcs -out:bot.exe ${sources}`, run: () => 'mono bot.exe' },
  { endings: ['.java'], build: (sources) => `javac ${sources}`, run: (_, stem) => `java ${stem}` },
  { endings: ['.go'], build: (sources) => `go build -o bot ${sources}`, run: () => './bot' },
  {
    endings: ['.rs'],
    build: (_, main) => `rustc --edition 2021 -O -o bot ${main}`,
    run: () => './bot',
  },
  { endings: ['.py'], run: (main) => `python3 ${main}` },
  { endings: ['.js', '.mjs', '.ts', '.mts'], run: (main) => `node ${main}` },
]

/** The source called bot or main decides; otherwise the only source. */
function guessFrom(files: readonly string[]): Result<BotCommands> {
  const sources = files.filter((name) => languageOf(name) !== undefined)
  const named = sources.filter((name) => /^(bot|main)\.\w+$/i.test(name))
  const candidates = named.length > 0 ? named : sources
  const [main, second] = candidates
  if (main === undefined || second !== undefined) return refuseGuess(main, second)
  const language = languageOf(main)
  if (language === undefined) return refuseGuess(undefined, undefined)
  const own = sources.filter((name) => languageOf(name) === language)
  const build = language.build?.(own.join(' '), main)
  return ok({
    build: build === undefined ? [] : [build],
    run: language.run(main, main.slice(0, -extname(main).length)),
  })
}

const languageOf = (name: string): Language | undefined =>
  LANGUAGES.find(({ endings }) => endings.includes(extname(name)))

function refuseGuess(main: string | undefined, second: string | undefined): ReturnType<typeof fail> {
  const endings = LANGUAGES.flatMap((language) => language.endings).join(', ')
  const found = main === undefined ? 'there is none' : `there are ${show(main)} and ${show(second)}`
  return fail(
    'bad-commands',
    `Cannot tell how the bot is built and run: expected ${MANIFEST}, or one source called bot or main (${endings}), and ${found}`,
  )
}
