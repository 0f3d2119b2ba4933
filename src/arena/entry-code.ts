import { randomInt } from 'node:crypto'

/** No letter that looks like another: people type the code from a projector. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
/** 31⁶ codes, near a billion: together with the limit on wrong codes too many to guess. */
const LENGTH = 6

/** A new code of a join link that is not in use. */
export function drawCode(isTaken: (code: string) => boolean): string {
  for (;;) {
    const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
    if (!isTaken(code)) return code
  }
}

/** A code as a person types it: capitals, spaces and dashes do not matter. */
export const readCode = (text: string): string => text.toLowerCase().replace(/[\s-]/g, '')
