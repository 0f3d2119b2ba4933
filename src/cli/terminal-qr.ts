import { renderUnicodeCompact } from 'uqr'

/** A QR code for a terminal, two rows of the code in one line. Blocks are its light parts: it sets both colours itself, so phones read it on any background. */
export const terminalQr = (text: string): string =>
  renderUnicodeCompact(text, { ecc: 'L', border: 2 })
    .split('\n')
    .map((line) => `\u001B[97;40m${line}\u001B[0m`)
    .join('\n')
