import { constants, copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Challenge } from '../challenges/challenge.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { dialectOf, DIALECTS } from '../wires/dialects.ts'
import { findWire } from '../wires/index.ts'
import { readKits, speaks, type Kit } from '../wires/kits.ts'
import { badArgument, findOrExit, suggestName } from './problem.ts'

/** `gamegrid new-bot`: a bot that already plays, in a folder of its own. */
export function newBot(challengeId: string, language: string, dir: string, wire?: string): void {
  const challenge = findOrExit('challenge', challengeId, CHALLENGES)
  const kit = findKit(challenge, language, wire)
  copyKit(kit, dir)
  const name = /^[\w./\\~+-]+$/.test(dir) ? dir : JSON.stringify(dir)
  console.log(`Wrote a ${kit.title} bot for ${challenge.id}: make it better in ${join(dir, kit.edit)}\n`)
  const lines = [...kit.build.map((command) => command.join(' ')), ...firstSteps(kit, challenge)]
  if (join(dir, '.') !== '.') lines.unshift(`cd ${name}`)
  for (const line of lines) console.log(`  ${line}`)
}

/** The commands for its first match: those of its wire, or a match here. */
export const firstSteps = (kit: Kit, challenge: Challenge): readonly string[] =>
  findWire(kit.wire)?.firstSteps?.(kit.run.join(' '), challenge.id) ?? [playLine(kit, challenge)]

/** Its first match. Where a challenge has a wire of its own, a JSON bot needs `--wire json`. */
function playLine({ run, wire }: Kit, challenge: Challenge): string {
  const command = run.join(' ')
  const bot = run.length > 1 ? `"${command}"` : command
  const option = dialectOf(challenge).id === wire ? '' : ` --wire ${wire}`
  return `npx gamegrid play ${challenge.id} ${bot} house:random${option} --watch`
}

/** A kit on the challenge's own wire, or else on JSON lines, which serve every game. */
function findKit(challenge: Challenge, language: string, wire?: string): Kit {
  const all = readKits()
  const wires = [
    challenge.wire,
    'json',
    ...DIALECTS.filter((one) => speaks(one, challenge)).map(({ id }) => id),
  ].filter((id) => all.some((kit) => kit.wire === id))
  if (wire !== undefined && !wires.includes(wire))
    throw badArgument(
      `Cannot make a bot for ${challenge.id} on the wire ${JSON.stringify(wire)}: expected ${[...new Set(wires)].join(' or ')}`,
    )
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
  throw badArgument(`Cannot make a bot in ${JSON.stringify(language)}: ${suggestName(language, known)}`)
}

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
