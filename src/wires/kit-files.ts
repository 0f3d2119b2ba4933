import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Challenge } from '../challenges/challenge.ts'
import { agentsPage } from './agents-page.ts'
import { dialectOf } from './dialects.ts'
import { findWire } from './index.ts'
import type { Kit } from './kits.ts'

export interface KitFile {
  readonly name: string
  readonly text: string
}

/**
 * The files of a new bot. If the arena can run it, `gamegrid.json` says how it is built and what it plays. With the address of an arena
 * the commands and links of its page lead there.
 */
export function kitFiles(kit: Kit, challenge: Challenge, arena?: string): readonly KitFile[] {
  const read = (name: string): string => readFileSync(join(kit.folder, name), 'utf8')
  const page = read('README.md')
  const agents = agentsPage(kit, challenge, arena !== undefined)
  return [
    ...[kit.edit, ...(kit.with ?? [])].map((name) => ({ name, text: read(name) })),
    ...(isUploaded(kit) ? [{ name: 'gamegrid.json', text: manifestOf(kit, challenge) }] : []),
    { name: 'README.md', text: arena === undefined ? page : pageFor(page, kit, challenge, arena) },
    { name: 'AGENTS.md', text: arena === undefined ? agents : linked(atArena(agents, arena), arena) },
  ]
}

/** Commands and addresses of a clone on this machine, as a contestant of an arena needs them. */
export const atArena = (text: string, arena: string): string =>
  text
    .replaceAll('http://127.0.0.1:8080', arena)
    .replaceAll('npx gamegrid login http://ARENA', 'npx gamegrid login')
    .replaceAll('http://ARENA', arena)
    .replaceAll('127.0.0.1 4011', `${new URL(arena).hostname} 4011`)
    .replaceAll('npx gamegrid', `npx ${arena}/gamegrid.tgz`)

/** Whether the arena runs it. Other kits connect to the arena from outside. */
export const isUploaded = ({ wire }: Kit): boolean => findWire(wire)?.stdio !== undefined

/** Its first match. Where a challenge has a wire of its own, a JSON bot needs `--wire json`. */
export function playLine(kit: Kit, challenge: Challenge): string {
  const { bot, option } = wordsOf(kit, challenge)
  return `npx gamegrid play ${challenge.id} ${bot} house:random${option} --watch`
}

function checkLine(kit: Kit, challenge: Challenge): string {
  const { bot, option } = wordsOf(kit, challenge)
  return `npx gamegrid check ${challenge.id} ${bot}${option}`
}

function wordsOf(
  { run, wire }: Kit,
  challenge: Challenge,
): { readonly bot: string; readonly option: string } {
  const command = run.join(' ')
  return {
    bot: run.length > 1 ? `"${command}"` : command,
    option: dialectOf(challenge).id === wire ? '' : ` --wire ${wire}`,
  }
}

/** Names of pages as links to the guide of the arena. */
const linked = (text: string, arena: string): string =>
  text.replaceAll(/`docs\/([\w/-]+)\.md`(?: of gamegrid)?/g, `${arena}/help/$1`)

function manifestOf({ build, run, wire }: Kit, { id }: Challenge): string {
  const manifest = { challenge: id, build: build.map((argv) => argv.join(' ')), run: run.join(' '), wire }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

function pageFor(page: string, kit: Kit, challenge: Challenge, arena: string): string {
  const running = page
    // The arena runs already.
    .replaceAll(/`npx gamegrid serve[^`]*` is the \w+, and beside it /g, '')
    // The client of an arena brings no Node of its own.
    .replace(', which is `node` for every bot that `npx gamegrid` starts', '')
  const here = linked(atArena(running, arena), arena)
  if (!isUploaded(kit)) return here
  return here
    .replace(/^- Play: .*$/m, () => `- Play: \`${atArena(playLine(kit, challenge), arena)}\``)
    .replace(/^- Check: `[^`]*`/m, () => `- Check: \`${atArena(checkLine(kit, challenge), arena)}\``)
    .replace(
      'in this folder. There',
      () => `in this folder; or drop the folder, or its zip, on ${arena}/games/${challenge.id}/write. There`,
    )
}
