import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { STARTS } from '../setup/built-threads.ts'
import { root } from './run.ts'

/** The command as a package: `bin/gamegrid` in its folder starts it. */
export interface BuiltCommand extends Disposable {
  readonly folder: string
}

/**
 * Bundles the command, and the hosts that tests kill, from our sources into a few files. To load them takes less than half of the
 * processor time of the hundreds of source files, and the tests start the command some hundred times.
 */
export async function buildCommand(): Promise<BuiltCommand> {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-command-'))
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
  // An older Node looks there for the Node that we need.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const output = join(folder, 'dist/cli')
  mkdirSync(output, { recursive: true })
  writeFileSync(join(output, 'package.json'), '{"type":"module"}')
  const programs = [...PROGRAMS.map((file) => join(root, file)), ...threadPrograms()]
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [keepPlaces],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: output,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(programs.map((file) => [basename(file, '.ts'), file])),
        // Threads are found beside the file that starts them.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

const PROGRAMS = [
  'src/cli/main.ts',
  'src/cli/gamehost.ts',
  'test/web/day-server.ts',
  'test/tournament/killed-host.fixture.ts',
]

const threadPrograms = (): readonly string[] =>
  globSync(join(root, 'src/**/*.ts')).flatMap((file) => {
    const started = STARTS.exec(readFileSync(file, 'utf8'))?.[1]
    return started === undefined ? [] : [resolve(dirname(file), `${started}.ts`)]
  })

/** A source file that looks for other files looks where it was, and not where its bundle is. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  enforce: 'pre',
  transform(code, id) {
    const isOurs = id.startsWith(join(root, 'src/'))
    if (!isOurs || !code.includes('import.meta.') || STARTS.test(code)) return undefined
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
  },
}
