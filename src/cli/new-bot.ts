import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../base/error-code.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { makeFolder } from '../store/make-folder.ts'
import { DIALECTS } from '../wires/dialects.ts'
import { findWire } from '../wires/index.ts'
import { atArena, isUploaded, kitFiles, playLine } from '../wires/kit-files.ts'
import { readKits, speaks, type Kit } from '../wires/kits.ts'
import { whyNotWritten } from './cannot-write.ts'
import { arena } from './own-package.ts'
import { badArgument, CommandError, findOrExit, suggestName, type ExitCode } from './problem.ts'

/** `gamegrid new-bot`: a bot that already plays, in a folder of its own. */
export function newBot(challengeId: string, language: string, dir: string, wire?: string): void {
  const challenge = findOrExit('challenge', challengeId, CHALLENGES)
  const kit = findKit(challenge, language, wire)
  writeKit(kit, challenge, dir)
  const name = /^[\w./\\~+-]+$/.test(dir) ? dir : JSON.stringify(dir)
  console.log(`Wrote a ${kit.title} bot for ${challenge.id}: make it better in ${join(dir, kit.edit)}\n`)
  const lines = [...kit.build.map((command) => command.join(' ')), ...firstSteps(kit, challenge)]
  if (join(dir, '.') !== '.') lines.unshift(`cd ${name}`)
  for (const line of lines) console.log(`  ${line}`)
}

/** The commands for its first match: those of its wire, or a match here and the way to the arena that served this client. */
export function firstSteps(kit: Kit, challenge: Challenge, at = arena): readonly string[] {
  const steps = findWire(kit.wire)?.firstSteps?.(kit.run.join(' '), challenge.id) ?? [
    playLine(kit, challenge),
    ...(at !== undefined && isUploaded(kit) ? ['npx gamegrid login', 'npx gamegrid upload'] : []),
  ]
  return at === undefined
    ? steps
    : steps.filter((step) => !step.startsWith('npx gamegrid serve')).map((step) => atArena(step, at))
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

/** Writes into a new or empty folder only. What cannot be written whole is removed. */
function writeKit(kit: Kit, challenge: Challenge, dir: string): void {
  const refused = (why: string, exitCode: ExitCode = 2): Error =>
    new CommandError(`Cannot write a bot to ${JSON.stringify(dir)}: ${why}`, exitCode)
  if (dir === '') throw refused('expected the name of a folder')
  const written: string[] = []
  try {
    const made = makeFolder(dir)
    if (made !== undefined) written.push(made)
    if (readdirSync(dir).length === 0) {
      const about = { name: 'kit.json', text: readFileSync(join(kit.folder, 'kit.json'), 'utf8') }
      for (const { name, text } of [...kitFiles(kit, challenge, arena), about]) {
        const file = openSync(join(dir, name), 'wx')
        written.push(join(dir, name))
        writeFileSync(file, text)
        closeSync(file)
      }
      return
    }
  } catch (error) {
    for (const path of written) rmSync(path, { recursive: true, force: true })
    const code = errorCode(error) ?? ''
    if (IN_THE_WAY.includes(code)) throw refused('there is a file of that name')
    throw refused(code === 'ENOENT' ? 'no folder can be made there' : whyNotWritten(error), 1)
  }
  throw refused('the folder is not empty')
}

const IN_THE_WAY = ['EEXIST', 'ENOTDIR']
