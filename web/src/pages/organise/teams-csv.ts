import type { NewPersonBody } from '../../../../src/api/people.ts'

/** Names and keys for a spreadsheet, as RFC 4180 has it. */
export const teamsCsv = (teams: readonly NewPersonBody[]): string =>
  [['name', 'player', 'key'], ...teams.map(({ name, id, key }) => [name, String(id), key])]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('')

/** Escapes names that a spreadsheet would take for formulas. */
function cell(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
