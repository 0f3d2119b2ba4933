/** Codes that begin and end a style. The packed client runs on Nodes that have no `styleText` with a stream. */
const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  gray: [90, 39],
} as const

/** Text in a style on a terminal that shows colours, and plain text elsewhere. */
export function styled(style: keyof typeof STYLES, text: string): string {
  const [begin, end] = STYLES[style]
  return process.stdout.isTTY && process.stdout.hasColors() ? `\u001B[${begin}m${text}\u001B[${end}m` : text
}
