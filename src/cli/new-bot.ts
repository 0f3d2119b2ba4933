import { constants, copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Challenge } from '../challenges/challenge.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { casesOf } from '../evaluation/cases.ts'
import { dialectOf } from '../protocols/stdio/dialects.ts'
import { badArgument, findOrExit, unknownName } from './problem.ts'

/** A bot to start from: one source file, and how it is built and run. */
export interface Kit {
  readonly wire: string
  readonly folder: string
  readonly language: string
  /** The name of the language, for people: `C++`. */
  readonly title: string
  /** Programs that build or run it, and their Debian packages. */
  readonly needs: readonly string[]
  readonly debian: readonly string[]
  /** Commands, in order, in the bot's own folder. */
  readonly build: readonly (readonly string[])[]
  readonly run: readonly string[]
  /** The file with the place for the author's ideas. */
  readonly edit: string
  /** Other files it needs. */
  readonly with?: readonly string[]
}

/** `gamegrid new-bot`: a bot that already plays, in a folder of its own. */
export function newBot(challengeId: string, language: string, dir: string, wire?: string): void {
  const challenge = findOrExit('challenge', challengeId, CHALLENGES)
  const kit = findKit(challenge, language, wire)
  copyKit(kit, dir)
  const name = /^[\w./\\~+-]+$/.test(dir) ? dir : JSON.stringify(dir)
  console.log(`Wrote a ${kit.title} bot for ${challenge.id}: make it better in ${join(dir, kit.edit)}\n`)
  const lines = [...kit.build.map((command) => command.join(' ')), ...linesOf(kit, challenge.id)]
  if (join(dir, '.') !== '.') lines.unshift(`cd ${name}`)
  for (const line of lines) console.log(`  ${line}`)
}

/** The commands for its first match: in an arena, on a server, or here. */
function linesOf(kit: Kit, challenge: string): readonly string[] {
  if (kit.wire === 'sse') return arenaLines(kit, challenge)
  return kit.wire === 'torus' ? lobbyLines(kit) : [playLine(kit, challenge)]
}

/** Its first match. Where a challenge has a wire of its own, a JSON bot needs `--wire json`. */
export function playLine({ run, wire }: Kit, challenge: string): string {
  const command = run.join(' ')
  const bot = run.length > 1 ? `"${command}"` : command
  const option = dialectOf(challenge).id === wire ? '' : ` --wire ${wire}`
  return `npx gamegrid play ${challenge} ${bot} house:random${option} --watch`
}

/** Its first battle: start the arena, start the team, ask for a battle. */
export const arenaLines = ({ run }: Kit, challenge: string): readonly string[] => [
  'npx gamegrid serve',
  run.join(' '),
  `curl -d teamUrl=http://127.0.0.1:8001 -d caseType=${casesOf(challenge)[0]?.id} http://127.0.0.1:8080/${challenge}/practice`,
]

/** Its first game on a server, which lets a house brain play against a waiting player. */
export const lobbyLines = ({ run }: Kit): readonly string[] => [
  'npx gamegrid serve --fill-after 1',
  run.join(' '),
]

export function readKits(): readonly Kit[] {
  return foldersIn(KITS).flatMap((wire) => foldersIn(join(KITS, wire)).map((name) => readKit(wire, name)))
}

function readKit(wire: string, name: string): Kit {
  const folder = join(KITS, wire, name)
  const facts = JSON.parse(readFileSync(join(folder, 'kit.json'), 'utf8')) as Omit<Kit, 'wire' | 'folder'>
  return { wire, folder, ...facts }
}

/** A kit on the challenge's own wire, or else on JSON lines, which serve every game. */
function findKit(challenge: Challenge, language: string, wire?: string): Kit {
  const wires = [KIT_OF_WIRE[challenge.wire] ?? dialectOf(challenge.id).id, 'json']
  if (wire !== undefined && !wires.includes(wire))
    throw badArgument(
      `Cannot make a bot for ${challenge.id} on the wire ${JSON.stringify(wire)}: expected ${[...new Set(wires)].join(' or ')}`,
    )
  const all = readKits()
  const fitting = (wire === undefined ? wires : [wire]).flatMap((each) =>
    all.filter((kit) => kit.wire === each),
  )
  const wanted = ALIASES[language.toLowerCase()] ?? language.toLowerCase()
  const found = fitting.find((kit) => kit.language === wanted)
  if (found) return found
  const known = [...new Set(fitting.map((kit) => kit.language))].sort()
  if (all.some((kit) => kit.language === wanted))
    throw badArgument(
      `Cannot make a bot in ${JSON.stringify(language)} for ${challenge.id}: expected one of ${known.join(', ')}`,
    )
  const { message } = unknownName('language', language, known)
  throw badArgument(message.replace('Cannot find language', 'Cannot make a bot in'))
}

/** Kits for players on the network. */
const KIT_OF_WIRE: Readonly<Record<string, string>> = { sse: 'sse', tcp: 'torus' }

const ALIASES: Readonly<Record<string, string>> = {
  'c++': 'cpp',
  'c#': 'csharp',
  cs: 'csharp',
  js: 'javascript',
  ts: 'typescript',
  py: 'python',
  rs: 'rust',
  golang: 'go',
  scheme: 'guile',
  scm: 'guile',
}

/** Writes into a new or empty folder only. */
function copyKit(kit: Kit, dir: string): void {
  const refused = (why: string): Error => badArgument(`Cannot write a bot to ${JSON.stringify(dir)}: ${why}`)
  if (dir === '') throw refused('expected the name of a folder')
  try {
    mkdirSync(dir, { recursive: true })
    if (readdirSync(dir).length === 0) {
      for (const file of [kit.edit, ...(kit.with ?? []), 'README.md', 'kit.json'])
        copyFileSync(join(kit.folder, file), join(dir, file), constants.COPYFILE_EXCL)
      return
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw refused(REASONS[code] ?? code)
  }
  throw refused('the folder is not empty')
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'there is a file of that name',
  EACCES: 'it may not be written to',
  EROFS: 'it may not be written to',
}

const foldersIn = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()

/** Two folders up both in a checkout (src/cli) and in the published package (dist/cli). */
const KITS = fileURLToPath(new URL('../../kits', import.meta.url))
