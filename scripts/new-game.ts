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
  const words = name.split('-')
  const pascal = words.map(capital).join('')
  return text
    .replaceAll('__name__', name)
    .replaceAll('__camel__', pascal.charAt(0).toLowerCase() + pascal.slice(1))
    .replaceAll('__Pascal__', pascal)
    .replaceAll('__Title__', capital(words.join(' ')))
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  const [name = ''] = process.argv.slice(2)
  try {
    const files = writeGame(name, root)
    execFileSync(process.execPath, [join(root, 'scripts', 'indexes.ts')])
    for (const file of files) console.log(`wrote ${file.slice(root.length + 1)}`)
    console.log(`Now: npx vitest run src/games/${name}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}
