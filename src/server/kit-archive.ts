import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { Challenge } from '../challenges/challenge.ts'
import { kitFiles } from '../wires/kit-files.ts'
import type { ChallengeKit } from '../wires/kits.ts'

/**
 * A kit as a zip, to make a bot of. It holds one folder, and can be uploaded as it is. The same kit from the same address has
 * the same bytes.
 */
export async function zipKit(kit: ChallengeKit, challenge: Challenge, origin: string): Promise<Buffer> {
  const folder = nameKit(kit, challenge)
  const zip = new ZipFile()
  for (const { name, text } of kitFiles(kit, challenge, origin))
    zip.addBuffer(Buffer.from(text), `${folder}/${name}`, FIXED)
  zip.end()
  return buffer(zip.outputStream)
}

/** The name of the folder in the zip. */
export const nameKit = ({ name }: ChallengeKit, { id }: Challenge): string => `${id}-${name}`

/** A zip keeps local times: this is the earliest that it can tell, on every machine. */
const FIXED = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true }
