import { createHash } from 'node:crypto'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { build, type Plugin } from 'vite'

const ROOT = resolve(import.meta.dirname, '..')
const SOURCES = join(ROOT, 'src')

/**
 * Packs the client that an arena serves as `/gamegrid.tgz`, into a folder: `files.tar.gz` has all files but one, and
 * `package.json` is that one, because the server writes its own address into it. The client needs no other package and
 * runs on any Node from 20 up.
 */
export async function packClient(folder: string): Promise<void> {
  const staged = mkdtempSync(join(tmpdir(), 'gamegrid-client-'))
  try {
    await bundle(join(staged, 'dist'))
    for (const kit of globSync('src/wires/*/kit', { cwd: ROOT }))
      cpSync(join(ROOT, kit), join(staged, kit.replace(/^src/, 'dist')), { recursive: true })
    for (const name of ['LICENSE', 'native']) copyIfThere(name, staged)
    mkdirSync(join(staged, 'bin'))
    writeFileSync(
      join(staged, 'bin/gamegrid.js'),
      `#!/usr/bin/env node\n${afterOldNode('../dist/cli', 'client')}`,
    )
    for (const [file, program] of Object.entries(THREADS))
      writeFileSync(join(staged, `dist/runner/${file}.js`), afterOldNode('../cli', `../runner/${program}`))
    const files = filesIn(staged).map((name) => ({ name, body: readFileSync(join(staged, name)) }))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'files.tar.gz'), gzipSync(await tarOf(files), { level: 9 }))
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(describe(files), null, 2)}\n`)
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

/** Old Nodes get what they lack before any other module runs. */
const afterOldNode = (folder: string, program: string): string =>
  ['old-node', program].map((name) => `import '${folder}/${name}.js'\n`).join('')

interface PackedFile {
  readonly name: string
  readonly body: Uint8Array
}

/** The files of `src/runner` that run as threads, each with the name of its bundle. */
const THREADS = { 'brain-worker': 'thread', 'openings-thread': 'thread-of-openings' } as const

/** Programs that share chunks: the command, the thread in which a brain plays, and the thread that draws openings. */
async function bundle(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    plugins: [inPlace()],
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      minify: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          'cli/old-node': join(SOURCES, 'cli/old-node.ts'),
          'cli/client': join(SOURCES, 'cli/client.ts'),
          ...Object.fromEntries(
            Object.entries(THREADS).map(([file, program]) => [
              `runner/${program}`,
              join(SOURCES, `runner/${file}.ts`),
            ]),
          ),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js', format: 'esm' },
      },
    },
  })
}

/**
 * A module that looks for files beside itself finds them where they are in the published package, `dist/FOLDER`,
 * although it is now a part of another file.
 */
function inPlace(): Plugin {
  return {
    name: 'in-place',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(SOURCES) || !code.includes('import.meta.')) return undefined
      const place = `../${relative(SOURCES, id).replace(/\.ts$/, '.js')}`
      return [
        "import { dirname as pathOfFolder } from 'node:path'",
        "import { fileURLToPath as pathOfUrl } from 'node:url'",
        `const ownUrl = new URL(${JSON.stringify(place)}, import.meta.url).href`,
        code
          .replaceAll('import.meta.dirname', 'pathOfFolder(pathOfUrl(ownUrl))')
          .replaceAll(/import\.meta\.resolve\((workerFile|threadFile)\)/g, '$1, ownUrl')
          .replaceAll('import.meta.url', 'ownUrl'),
      ].join('\n')
    },
  }
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()

/** Equal files give equal bytes. */
async function tarOf(files: readonly PackedFile[]): Promise<Buffer> {
  const tar = pack()
  for (const { name, body } of files)
    tar.entry(
      { name: `package/${name}`, mode: name.startsWith('bin/') ? 0o755 : 0o644, mtime: new Date(0) },
      Buffer.from(body),
    )
  tar.finalize()
  return buffer(tar)
}

/** The version changes with the files: npx installs a client again when its version has changed. */
function describe(files: readonly PackedFile[]): object {
  const { name, version, description, license } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, string>>
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file.name}\n${file.body.length}\n`).update(file.body)
  return {
    name,
    version: `${version}-client.h${hash.digest('hex').slice(0, 12)}`,
    description,
    license,
    type: 'module',
    bin: { gamegrid: 'bin/gamegrid.js' },
    engines: { node: '>=20' },
  }
}

/** A copy of the sources may lack what only few need. */
function copyIfThere(name: string, to: string): void {
  try {
    cpSync(join(ROOT, name), join(to, name), { recursive: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
