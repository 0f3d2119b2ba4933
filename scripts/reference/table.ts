/** A table in Markdown. Bars in cells are escaped. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

export const NOTICE = '<!-- Written by scripts/reference.ts (npm run reference): do not edit. -->'
