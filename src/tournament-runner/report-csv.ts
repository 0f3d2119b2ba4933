import type { ReportTable } from './report-table.ts'

/** CSV as in RFC 4180. */
export const csvReport = ({ columns, rows }: ReportTable): string =>
  [columns.map(({ title }) => title), ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')

/** Quotes a name that a spreadsheet would run as a formula (CSV injection). */
function field(text: string): string {
  const isFormula = /^[=+\-@\t]/.test(text) && !/^[+-]\d+(\.\d+)?$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
