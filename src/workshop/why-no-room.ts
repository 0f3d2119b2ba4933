import { statfs } from 'node:fs/promises'

/** With less free room than this, or than a tenth of a small disk, a build may fail without any fault of the bot. */
const LEAST_BYTES = 64 << 20

/** Why there is no room for a build on the disk of one of the folders; undefined if there is. */
export async function whyNoRoom(...folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const { bavail, bsize, blocks } = await statfs(folder)
    const free = bavail * bsize
    if (free < Math.min(LEAST_BYTES, (blocks * bsize) / 10))
      return `the disk of ${folder} is nearly full, with ${free >> 20} MiB free`
  }
  return undefined
}
