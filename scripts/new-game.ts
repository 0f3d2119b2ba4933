import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** `npm run new:game NAME`: writes a folder with a small working game, for you to change step by step. */
const TEMPLATE = join(import.meta.dirname, 'template-game')

/** Writes the game into `root/src/games/NAME` and its page into `root/docs/rules`; gives the files written. */
export function writeGame(name: string, root: string): string[] {
  const folder = join(root, 'src', 'games', name)
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Error(`Cannot name a game "${name}": expected words like four-in-a-row`)
  if (isTaken(camel(name)))
    throw new Error(`Cannot name a game "${name}": the code has another use for ${camel(name)}; add a word`)
  if (existsSync(folder)) throw new Error(`Cannot make the game ${name}: src/games/${name} is there already`)
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(root, 'docs', 'rules'), { recursive: true })
  return readdirSync(TEMPLATE).map((file) => {
    const target =
      file === 'rules.md.txt'
        ? join(root, 'docs', 'rules', `${name}.md`)
        : join(folder, file.replace(/(\.ts)\.txt$/, '$1'))
    writeFileSync(target, fillIn(readFileSync(join(TEMPLATE, file), 'utf8'), name))
    return target
  })
}

function fillIn(text: string, name: string): string {
  return text
    .replaceAll('__name__', name)
    .replaceAll('__camel__', camel(name))
    .replaceAll('__Pascal__', pascal(name))
    .replaceAll('__Title__', capital(name.replaceAll('-', ' ')))
}

const pascal = (name: string): string => name.split('-').map(capital).join('')

const camel = (name: string): string => {
  const word = pascal(name)
  return word.charAt(0).toLowerCase() + word.slice(1)
}

/** A word of the language, or one that a file of the game imports: a variable cannot have it. */
function isTaken(word: string): boolean {
  const imported = readdirSync(TEMPLATE).flatMap((file) =>
    [...readFileSync(join(TEMPLATE, file), 'utf8').matchAll(/^import (?:type )?\{([^}]*)\}/gm)].flatMap(
      ([, names = '']) => names.split(',').map((item) => item.replace('type ', '').trim()),
    ),
  )
  return RESERVED.has(word) || imported.includes(word)
}

const RESERVED: ReadonlySet<string> = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false finally for function if ' +
    'implements import in instanceof interface let new null package private protected public return static super switch this throw ' +
    'true try typeof var void while with yield arguments eval'
  ).split(' '),
)

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** A line with a long name is too long, so the files are formatted after the name is in them. */
export function formatFiles(files: readonly string[], root: string): void {
  const sources = files.filter((file) => file.endsWith('.ts'))
  execFileSync(join(root, 'node_modules', '.bin', 'oxfmt'), sources, { cwd: root })
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  const [name = ''] = process.argv.slice(2)
  try {
    const files = writeGame(name, root)
    formatFiles(files, root)
    execFileSync(process.execPath, [join(root, 'scripts', 'indexes.ts')])
    for (const file of files) console.log(`wrote ${file.slice(root.length + 1)}`)
    console.log(`Now: npx vitest run src/games/${name}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}
