// The honest part of every Node program here: says ready, then answers each "go N" with N.
import { readFileSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** `onFirst` is the attack; it runs in the first turn. */
export function play(onFirst = () => {}) {
  let isFirst = true
  createInterface({ input: process.stdin }).on('line', async (line) => {
    if (isFirst) {
      isFirst = false
      // An attack may be asynchronous.
      await Promise.resolve(onFirst())
    }
    writeSync(1, `${line.slice(3)}\n`)
  })
  writeSync(1, 'ready\n')
}

/** Tries an attack and reports the result: the host searches for THROUGH. */
export async function attempt(what, call) {
  try {
    writeSync(2, `THROUGH ${what} (${await call()})\n`)
  } catch (error) {
    writeSync(2, `denied ${what} (${String(error)})\n`)
  }
}

export const target = (name) =>
  readFileSync('targets.txt', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)
