import type { ReportTable } from '../tournament-runner/report-table.ts'
import { styled } from './styled.ts'
import { printable } from './text.ts'

/** A table for the terminal: numbers aligned right, lines cut at the width of the screen. */
export function tableText(
  { title, columns, rows, notes }: ReportTable,
  { width = Infinity, withNotes = true }: { readonly width?: number; readonly withNotes?: boolean } = {},
): string[] {
  const safe = rows.map((row) => row.map((cell) => printable(cell)))
  const heads = columns.map((column) => printable(column.title))
  const widths = heads.map((head, at) => Math.max(length(head), ...safe.map((row) => length(row[at] ?? ''))))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => {
        const gap = ' '.repeat(Math.max(0, (widths[at] ?? 0) - length(cell)))
        return columns[at]?.isNumber ? gap + cell : cell + gap
      })
      .join('  ')
      .trimEnd()
  return [
    styled('bold', title),
    styled('dim', cut(`  ${line(heads)}`, width)),
    ...safe.map((row) => cut(`  ${line(row)}`, width)),
    ...(withNotes ? notes.map((note) => styled('dim', cut(`  ${printable(note)}`, width))) : []),
  ]
}

const length = (text: string): number => [...text].length

export const cut = (text: string, width: number): string =>
  length(text) <= width ? text : `${[...text].slice(0, Math.max(0, width - 1)).join('')}…`
