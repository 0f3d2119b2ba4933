import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTable } from '../scripts/check-imports.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const architecture = read('ARCHITECTURE.md')
const rules = readTable(architecture)
const section = (title: string): string =>
  new RegExp(`^## ${title}\n([^]*?)(?=^## |$(?![^]))`, 'm').exec(architecture)?.[1] ?? ''

const words = [
  ...section('Words').matchAll(/^\| \*\*([^*]+)\*\* \| [^|]+ \| `([^`]+)` in `([^`]+)` \| ([^|]+) \|$/gm),
].map(([, word = '', name = '', path = '', others = '']) => ({
  word,
  name,
  path,
  others: others.trim().split(', '),
}))

describe('the words of the project', () => {
  test('are in a table of four columns', () => {
    const rows = section('Words').match(/^\| \*\*/gm) ?? []
    expect(words.length).toBe(rows.length)
    expect(words.length).toBeGreaterThan(30)
  })

  test('are each listed once', () => {
    const seen = words.map(({ word }) => word)
    expect(seen).toEqual([...new Set(seen)])
  })

  test.each(words)('$word: $name is in $path', ({ name, path }) => {
    expect(new RegExp(`\\b${name}\\b`).test(read(path))).toBe(true)
  })

  test('mean the same in docs/glossary.md, which lists those that users meet', () => {
    const told = [...read('docs/glossary.md').matchAll(/^\| (\*\*[^*]+\*\* \| .+) \|$/gm)].map(
      ([, row = '']) => row,
    )
    expect(told.length).toBeGreaterThan(30)
    const names = told.map((row) => row.split('**')[1])
    expect(names).toEqual(names.toSorted())
    for (const row of told) expect(section('Words')).toContain(`| ${row} | `)
  })

  test.each(words)('$word is not another word for itself', ({ word, others }) => {
    expect(others).not.toContain(word)
  })
})

describe('the folders of the table', () => {
  const folders = [...rules.folders.keys()]

  test('are the folders of src, and web', () => {
    const present = readdirSync(join(root, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect(folders.toSorted()).toEqual([...present, 'web'].toSorted())
  })

  test('allow every arrow of the drawing', () => {
    const drawing = /flowchart BT\n([^]*?)```/.exec(architecture)?.[1] ?? ''
    const arrows = drawing
      .trim()
      .split('\n')
      .flatMap((line) => {
        const parts = line.split('-->').map((part) => part.trim())
        return parts.slice(1).map((user, index) => [parts[index] ?? '', user] as const)
      })
    expect(arrows.length).toBeGreaterThan(10)
    const wrong = arrows.filter(([used, user]) => {
      const allowed = rules.folders.get(user) ?? []
      return !allowed.includes('*') && !allowed.includes(used)
    })
    expect(wrong).toEqual([])
    const drawn = new Set(arrows.flat())
    expect([...drawn].filter((folder) => !folders.includes(folder))).toEqual([])
  })

  test.each(['', 'web/'])('import each other in no circle: no arrow points up (rows of %j)', (prefix) => {
    const { folders: whole, types } = readTable(architecture, prefix)
    const below = new Map(
      [...whole].map(([folder, imports]) => [
        folder,
        imports.includes('*')
          ? [...whole.keys()].filter((other) => other !== folder)
          : [...imports, ...(types.get(folder) ?? [])],
      ]),
    )
    // Takes away what imports only folders that are gone, again and again: a circle is what stays.
    const left = new Set(below.keys())
    for (let size = Infinity; left.size < size;) {
      size = left.size
      for (const folder of left)
        if ((below.get(folder) ?? []).every((other) => !left.has(other))) left.delete(folder)
    }
    expect(below.size).toBeGreaterThan(10)
    expect([...left]).toEqual([])
  })

  test('are pure where the sentence below the table says so', () => {
    const [, pure = ''] = /^`([a-z -]+)` are pure/m.exec(architecture) ?? []
    expect(pure.split(' ').toSorted()).toEqual([...rules.packages.keys()].toSorted())
  })

  test('import packages that are dependencies', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
    const named = [...rules.packages.values()].flat()
    expect(named.filter((name) => !(name in dependencies))).toEqual([])
  })
})

const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...globSync('docs/**/*.md', { cwd: root }),
].toSorted()

/** Pages that name files to be made; `extending.test.ts` and `start-pages.test.ts` make them. */
const MAKING = ['docs/extending.md', 'docs/start/game.md']

describe.each(PAGES.filter((page) => !MAKING.includes(page)))('%s', (page) => {
  const text = read(page)

  test('names only files and folders that exist', () => {
    const paths = [...text.matchAll(/`((?:src|test|docs|scripts|bench|native|kits|web)\/[\w./-]+)`/g)]
      .map(([, path = '']) => path)
      // `kits/WIRE/LANGUAGE` is a pattern.
      .filter((path) => !/\b[A-Z]{2,}\b/.test(path))
    // The table of imports leaves `src` out of `web/src/api`.
    const candidates = (path: string): readonly string[] => [path, path.replace(/^web\//, 'web/src/')]
    const isMissing = (path: string): boolean => !candidates(path).some((one) => existsSync(join(root, one)))
    expect(paths.filter(isMissing)).toEqual([])
  })

  test('links only to files that exist', () => {
    const targets = [...text.matchAll(/\]\(((?!https?:|#|mailto:)[^)#\s]+)/g)].map(([, path = '']) => path)
    expect(targets.filter((path) => !existsSync(resolve(root, page, '..', path)))).toEqual([])
  })

  test('counts nothing that changes with the code', () => {
    const counts =
      /\b(?:\d[\d,]*|some \w+|about \w+) (?:statements|source files|lines of code|routes|tests)\b/i
    expect(counts.exec(text)?.[0]).toBeUndefined()
  })
})

test('every name in the text of ARCHITECTURE.md is in the code', () => {
  const sources = globSync(['src/**/*.ts', 'web/src/**/*.{ts,tsx}', 'package.json'], { cwd: root })
    .map(read)
    .join('\n')
  const text = architecture
    .slice(architecture.indexOf('### Five ideas'))
    .replaceAll(/```[^]*?```|^\|.*$/gm, '')
  const names = [...text.matchAll(/`([A-Za-z][\w-]*)`/g)].map(([, name = '']) => name)
  const isThere = (name: string): boolean => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(sources)
  expect(names.filter((name) => !isThere(name))).toEqual([])
})
