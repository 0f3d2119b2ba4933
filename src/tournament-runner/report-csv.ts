import type { ReportTable } from './tables.ts'

/** As RFC 4180 has it. */
export const csvReport = ({ columns, rows }: ReportTable): string =>
  [columns.map(({ title }) => title), ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')

/** A name must not become a formula where the file is opened in a spreadsheet. */
function field(text: string): string {
  const isFormula = /^[=+\-@\t]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
