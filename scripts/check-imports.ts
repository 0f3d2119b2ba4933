import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/**
 * Checks the imports of every source file against the table of the section "Imports" in ARCHITECTURE.md: the page that
 * people read is the rule that is checked. `checkImports` is exported for its test; run as a script it checks the
 * project.
 */
export interface ImportRules {
  /** Folder → folders it may import, `*` for all. */
  readonly folders: ReadonlyMap<string, readonly string[]>
  /** Folder → folders of which it may import types, and nothing that is loaded. */
  readonly types: ReadonlyMap<string, readonly string[]>
  /** Folder → packages it may import; folders not named here may import any. */
  readonly packages: ReadonlyMap<string, readonly string[]>
  /** Folders whose parts may not import each other. */
  readonly separate: ReadonlySet<string>
}

/**
 * Reads the rows `| folder | may import | packages | …`; a folder written `name/*` keeps its parts apart, and of those
 * after the words `types of` only types are imported. With the prefix `web/` it reads the rows of the folders in `web`.
 */
export function readTable(markdown: string, prefix = ''): ImportRules {
  const folders = new Map<string, readonly string[]>()
  const types = new Map<string, readonly string[]>()
  const packages = new Map<string, readonly string[]>()
  const separate = new Set<string>()
  for (const line of markdown.split('\n')) {
    const row = line.startsWith(`| \`${prefix}`) ? line.slice(prefix.length + 3) : ''
    const match = /^([\w-]+)(\/\*)?` \| ([^|]*) \| ([^|]*) \|/.exec(row)
    if (match === null) continue
    const [, folder = '', parts, imports = '', allowed = ''] = match
    const [whole = '', typesOnly = ''] = imports.split('types of')
    folders.set(folder, whole.trim() === 'everything' ? ['*'] : words(whole))
    types.set(folder, words(typesOnly))
    if (allowed.trim() !== 'any') packages.set(folder, words(allowed))
    if (parts) separate.add(folder)
  }
  return { folders, types, packages, separate }
}

/** One line for each import that breaks a rule. */
export function checkImports(rules: ImportRules, files: ReadonlyMap<string, string>): string[] {
  const problems = [...files].flatMap(([file, text]) =>
    importsOf(text).flatMap((found) => judge(rules, file, found)),
  )
  return [...new Set(problems)]
}

/**
 * Holds the files of `web/src` to the rows of their own folders. The files at its top put the pages together and import
 * what they like; what lies outside is the business of the other table.
 */
export function checkWebImports(rules: ImportRules, files: ReadonlyMap<string, string>): string[] {
  const inside = [...files].filter(([file]) => file.includes('/'))
  const problems = checkImports(rules, new Map(inside))
  return problems.filter((problem) => !problem.endsWith('outside src'))
}

function judge(rules: ImportRules, file: string, { target, isType }: Import): string[] {
  const [folder = '', part = ''] = file.split('/')
  const allowed = rules.folders.get(folder)
  if (allowed === undefined) return [`the folder ${folder} is not in the table`]
  if (!target.startsWith('.')) {
    const packages = rules.packages.get(folder)
    const isAllowed =
      packages === undefined || packages.some((name) => target === name || target.startsWith(`${name}/`))
    return isAllowed ? [] : [`${file} imports ${target}: ${folder} may not import that package`]
  }
  // The web application lies beside `src`, all else inside it.
  const path = relative('.', join(dirname(file), target)).replace(/^src\//, '')
  const [toFolder = '', toPart = ''] = path.split('/')
  if (toFolder === '..') return [`${file} imports ${target}: that is outside src`]
  if (toFolder === folder) {
    const isPart = (name: string): boolean => !name.includes('.')
    const crosses = rules.separate.has(folder) && isPart(part) && isPart(toPart) && part !== toPart
    return crosses
      ? [`${file} imports ${target}: ${folder}/${part} and ${folder}/${toPart} are kept apart`]
      : []
  }
  if (allowed.includes('*') || allowed.includes(toFolder)) return []
  if (rules.types.get(folder)?.includes(toFolder))
    return isType ? [] : [`${file} imports ${target}: ${folder} may import only types of ${toFolder}`]
  return [`${file} imports ${target}: ${folder} may not import ${toFolder}`]
}

interface Import {
  readonly target: string
  /** Whether it is gone when the program runs; `import { type A }` is not. */
  readonly isType: boolean
}

/** Static, dynamic and re-exporting imports. */
export const importsOf = (text: string): Import[] =>
  [
    ...text.matchAll(
      /^(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
    ),
  ].map((match) => ({ target: match[1] ?? match[2] ?? '', isType: TYPE_IMPORT.test(match[0]) }))

const TYPE_IMPORT = /^(?:import|export)\s+type\s+(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+)\s+from\s/

/** Tests, which may import what they like, and starter bots, which are no part of the program. */
const isOther = (file: string): boolean => /\.(test|contract|fixture)\.ts$|^wires\/[^/]+\/kit\//.test(file)

const IMPURE =
  /\b(?:new Date\b|Date\.now|Math\.random|setTimeout|setInterval|setImmediate|process\.|console\.|performance\.now)/

/** Uses of time, chance and the outside world in a pure folder: one whose packages are listed in the table. */
export function checkPurity(rules: ImportRules, files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, text]) => {
    const [folder = ''] = file.split('/')
    if (!rules.packages.has(folder) || folder === 'sdk') return []
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    const found = IMPURE.exec(code)
    return found ? [`${file} uses ${found[0]}: ${folder} is pure`] : []
  })
}

/** One line for each circle of files that import each other, types included: shared types belong in a file below them all. */
export function findCircles(files: ReadonlyMap<string, string>): string[] {
  const problems: string[] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const at = path.indexOf(file)
    if (at >= 0) return void problems.push(`a circle of files: ${[...path.slice(at), file].join(' → ')}`)
    if (done.has(file)) return
    path.push(file)
    for (const { target } of importsOf(files.get(file) ?? '')) {
      const next = join(dirname(file), target).replace(/^web\/\.\.\/|^src\//, '')
      if (target.startsWith('.') && files.has(next)) visit(next)
    }
    path.pop()
    done.add(file)
  }
  for (const file of files.keys()) visit(file)
  return problems
}

const words = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')

function sources(root: string): Map<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const files = names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !isOther(name))
  return new Map(files.map((name) => [name, readFileSync(join(root, name), 'utf8')]))
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const rules = readTable(page)
  const web = [...sources(join(root, 'web'))].map(([name, text]) => [`web/${name}`, text] as const)
  const files = new Map([...sources(join(root, 'src')), ...web])
  const problems = [
    ...checkImports(rules, files),
    ...checkPurity(rules, files),
    ...findCircles(files),
    ...checkWebImports(readTable(page, 'web/'), sources(join(root, 'web', 'src'))),
  ]
  for (const problem of problems) console.error(problem)
  console.log(`${files.size} files, ${problems.length} imports against the table`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
