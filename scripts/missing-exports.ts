import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file that an index imports, and the names that it imports from there. */
export interface Imported {
  readonly file: string
  readonly names: readonly string[]
}

/** One sentence for each name that a file does not export: an index that imports it would break every command. */
export function missingExports(root: string, imported: readonly Imported[]): string[] {
  return imported.flatMap(({ file, names }) => {
    const has = exportsOf(readFileSync(join(root, file), 'utf8'))
    return names
      .filter((name) => !has.includes(name))
      .map(
        (name) =>
          `Cannot list ${file}: expected it to export ${name}, and it exports ${has.join(', ') || 'nothing'}`,
      )
  })
}

/** The names of the values that a module exports. Types are no values, so they are left out. */
function exportsOf(text: string): string[] {
  const declared = [...text.matchAll(/^export\s+(?:const|let|function|class|async function)\s+(\w+)/gm)]
  const listed = [...text.matchAll(/^export\s*\{([^}]*)\}/gm)]
  return [
    ...declared.map(([, name = '']) => name),
    ...listed.flatMap(([, list = '']) =>
      list
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '' && !item.startsWith('type '))
        .map((item) => item.split(/\s+as\s+/).at(-1) ?? item),
    ),
  ]
}
