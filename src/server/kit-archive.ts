import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { Challenge } from '../challenges/challenge.ts'
import { dialectOf } from '../wires/dialects.ts'
import type { ChallengeKit } from '../wires/kits.ts'
import { clientCommand, tellClient } from './client-command.ts'

/**
 * A kit as a zip, to make a bot of. It holds one folder, and can be uploaded as it is: `gamegrid.json` says how the bot is
 * built and run. The same kit from the same address has the same bytes.
 */
export async function zipKit(kit: ChallengeKit, challenge: Challenge, origin: string): Promise<Buffer> {
  const folder = nameKit(kit, challenge)
  const zip = new ZipFile()
  const add = (name: string, text: string): void =>
    zip.addBuffer(Buffer.from(text), `${folder}/${name}`, FIXED)
  for (const name of [kit.edit, ...(kit.with ?? [])])
    add(name, await readFile(join(kit.folder, name), 'utf8'))
  if (kit.uploads) add('gamegrid.json', manifestOf(kit))
  const readme = await readFile(join(kit.folder, 'README.md'), 'utf8')
  add('README.md', readmeFor(readme, kit, challenge, origin))
  zip.end()
  return buffer(zip.outputStream)
}

/** The name of the folder in the zip. */
export const nameKit = ({ name }: ChallengeKit, { id }: Challenge): string => `${id}-${name}`

/** A zip keeps local times: this is the earliest that it can tell, on every machine. */
const FIXED = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true }

function manifestOf({ build, run, wire }: ChallengeKit): string {
  const manifest = { build: build.map((argv) => argv.join(' ')), run: run.join(' '), wire }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** The kit's own page, with the address of this arena in its commands and links. */
function readmeFor(text: string, kit: ChallengeKit, challenge: Challenge, origin: string): string {
  const here = tellClient(text, origin)
    // The client of an arena brings no Node of its own.
    .replaceAll(/, which is `node` for every bot that `npx gamegrid` starts/g, '')
    // The arena runs already.
    .replaceAll(/`npx gamegrid serve[^`]*` is the \w+, and beside it /g, '')
    .replaceAll('http://127.0.0.1:8080', origin)
    .replaceAll('127.0.0.1 4011', `${new URL(origin).hostname} 4011`)
    .replaceAll(/`docs\/([\w/-]+)\.md`(?: of gamegrid)?/g, `${origin}/guide/$1`)
  if (!kit.uploads) return here
  const play = `- Play: \`${clientCommand(origin)} play ${playWords(kit, challenge)}\``
  const upload = `- Upload: drop this folder, or its zip, on ${origin}/games/${challenge.id}/write; \`gamegrid.json\` says how it is built and run`
  return here.replace(/^- Play: .*$/m, `${play}\n${upload}`)
}

function playWords({ run, wire }: ChallengeKit, challenge: Challenge): string {
  const option = dialectOf(challenge).id === wire ? '' : ` --wire ${wire}`
  return `${challenge.id} "${run.join(' ')}" house:random${option} --watch`
}
