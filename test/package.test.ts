import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outside, root } from './newcomer.fixture.ts'
import { BUILT_WEB } from './cli/run.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'gamegrid-package-'))
const app = join(folder, 'app')
/** Child processes use the Node that runs the tests. */
const env = { ...process.env, NO_COLOR: '1', PATH: `${dirname(process.execPath)}:${process.env['PATH']}` }

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The page of the library: its commands, and the brain that it shows. */
const page = readFileSync(join(root, 'docs/brains/api.md'), 'utf8')
const [, commands = ''] = /^```sh package\n([^]*?)^```$/m.exec(page) ?? []
const [, installing = '', playing = ''] = /^([^]*^npm install .*\n)([^]*)$/m.exec(commands) ?? []
const ofItsOwn = { ...outside(), npm_config_offline: 'true', npm_config_audit: 'false' }

/** Packs a copy of the checkout, so that the build leaves no files there, and installs it once for all tests, as the page says. */
beforeAll(async () => {
  const copy = join(folder, 'copy')
  mkdirSync(copy)
  for (const name of [
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'README.md',
    'src',
    'native',
    'bin',
    'web',
    'docs',
    'scripts',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  quicken(join(copy, 'package.json'))
  await run('npm', ['pack', '--pack-destination', folder], { cwd: copy, env })
  mkdirSync(app)
  writeFileSync(join(app, 'package-lock.json'), JSON.stringify(lockOfApp()))
  await run('sh', ['-e', '-c', installing], { cwd: app, env: ofItsOwn })
  writeFileSync(join(app, 'brain.js'), BRAIN)
})

/** Other tests run beside this one, so one checker is enough: of four, each would work out most types again. */
const ONE_CHECKER = ['--checkers', '1']

/**
 * The build takes less processor time: `npm test` has checked the types already. Where it has built the web application of these
 * sources, the package takes that.
 */
function quicken(file: string): void {
  const about = JSON.parse(readFileSync(file, 'utf8')) as { readonly scripts: Record<string, string> }
  const { build = '' } = about.scripts
  expect(build).toContain('tsc ')
  about.scripts['build'] = build.replace('tsc ', 'tsc --noCheck ')
  const web = process.env[BUILT_WEB]
  if (web !== undefined) about.scripts['build:web'] = `cp -r '${web}' dist/web`
  writeFileSync(file, JSON.stringify(about, null, 2))
}

/**
 * The versions that the checkout was tested with, each by its hash: `npm ci` has put them in npm's cache, so nothing is
 * fetched, and a release of today does not decide about our tests.
 */
function lockOfApp(): object {
  const { lockfileVersion, packages } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  ) as Lockfile
  const needed = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
  )
  const resolved = 'http://127.0.0.1:1/from-the-cache.tgz'
  return {
    lockfileVersion,
    requires: true,
    packages: {
      '': {},
      ...Object.fromEntries(needed.map(([path, entry]) => [path, { ...entry, resolved }])),
    },
  }
}

interface Lockfile {
  readonly lockfileVersion: number
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>
}

const BRAIN = `
import { defineTronBrain } from 'gamegrid/sdk'

export default defineTronBrain({
  name: 'south',
  init: () => 0,
  move({ play, state }) {
    play('s')
    return state + 1
  },
})
`

const JAVASCRIPT = `
import { makeOuterWalls, playMatch, playTron, randomMoveBot } from 'gamegrid'
import south from './brain.js'

const size = { width: 9, height: 5 }
const walls = makeOuterWalls(size)
const starts = [{ x: 1, y: 1 }, { x: 7, y: 3 }]
await playTron({ size, walls, starts, brains: [south, randomMoveBot], fast: true, ascii: true })
const { rounds } = await playMatch({ challenge: 'torus-tron', brains: [south, randomMoveBot] })
console.log(rounds.length)
`

const TYPESCRIPT = `
import { defineBrain, playMatch, quoridor, ticTacToe, type Brain, type QuoridorMove } from 'gamegrid/sdk'

const first: Brain = defineBrain(ticTacToe, { name: 'first', move: ({ legal }) => legal[0] })
const walker = defineBrain(quoridor, {
  name: 'walker',
  init: ({ view }) => ({ seen: [view] }),
  move({ legal, memory, view }) {
    memory.seen.push(view)
    const move: QuoridorMove | undefined = legal[0]
    return move
  },
})
// @ts-expect-error a move of another game
defineBrain(ticTacToe, { name: 'wrong', move: () => 'e2' })
const { winner }: { winner: 0 | 1 | undefined } = await playMatch({ challenge: 'tic-tac-toe', brains: [first, first] })
const name: string = winner === undefined ? walker.name : first.name
name satisfies string
`

describe('the published package', () => {
  test('holds what was built, and none of the tests', () => {
    const files = readdirSync(join(app, 'node_modules/gamegrid'), { recursive: true, encoding: 'utf8' })
    expect(files).toEqual(
      expect.arrayContaining([
        'dist/sdk/index.js',
        'dist/sdk/index.d.ts',
        'bin/gamegrid',
        'dist/web/index.html',
        'README.md',
      ]),
    )
    expect(files.filter((name) => /\.(test|contract|fixture)\.|^src|^test/.test(name))).toEqual([])
    expect(readFileSync(join(app, 'node_modules/gamegrid/dist/sdk/index.d.ts'), 'utf8')).toContain(
      'defineTronBrain',
    )
  })

  test('brings the documentation that an arena shows at /help', async () => {
    const guide = pathToFileURL(join(app, 'node_modules/gamegrid/dist/server/guide.js')).href
    const program = `const { openGuide } = await import('${guide}')
const guide = openGuide()
const pages = guide.contents.parts.flatMap((part) => part.pages)
console.log(JSON.stringify(pages.filter(({ path, title }) => guide.page(path)?.title !== title)), pages.length)`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: app, env })
    expect(stdout).toMatch(/^\[\] (?:[4-9]\d|\d{3})\n$/)
  })

  test('has the starter kits beside their wires: new-bot writes one, and it plays', async () => {
    const command = join(app, 'node_modules/.bin/gamegrid')
    const made = await run(command, ['new-bot', 'longest-group', 'javascript', 'bot'], { cwd: app, env })
    expect(made.stdout).toContain('Wrote a JavaScript bot for longest-group')
    const words = ['play', 'longest-group', 'node bot/bot.mjs', 'house:random', '--seed', '1']
    const { stdout } = await run(command, words, { cwd: app, env: outside() })
    expect(stdout).toMatch(/ wins /)
  })

  test('runs a program on a pseudo-terminal: it brings the source of its helper', async () => {
    writeFileSync(
      join(app, 'ticking.sh'),
      '#!/bin/sh\ntest -t 0 -a -t 1 && echo ready || echo no terminal\ncat\n',
      {
        mode: 0o755,
      },
    )
    const command = join(app, 'node_modules/.bin/gamegrid')
    const words = ['play', 'light-cycle', './ticking.sh', 'house:random', '--pty', '--clock', '1s']
    const { stdout } = await run(command, words, {
      cwd: app,
      env: { ...env, XDG_CACHE_HOME: join(folder, 'cache') },
    })
    expect(stdout).toContain('ticking ran out of time on turn 1')
  })

  test('works from plain JavaScript', async () => {
    writeFileSync(join(app, 'game.js'), JAVASCRIPT)
    const { stdout, stderr } = await run(process.execPath, ['game.js'], { cwd: app, env })
    expect(stdout).toMatch(
      /^Name1: south\nName2: Random Move Bot\n# # # # # # # # #\n# 1 [^]*\(Player 2\) has won!\n1\n$/,
    )
    expect(stderr).toBe('')
  })

  test.each([
    ['a modern project', { target: 'esnext', module: 'nodenext' }],
    ['a bundled project', { target: 'es2022', module: 'esnext', moduleResolution: 'bundler' }],
  ])('has types for %s', async (_, options) => {
    writeFileSync(join(app, 'typed.ts'), TYPESCRIPT)
    const config = {
      // The compiler's own libraries are not ours to check.
      compilerOptions: { strict: true, noEmit: true, types: [], skipDefaultLibCheck: true, ...options },
      files: ['typed.ts'],
    }
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(root, 'node_modules/.bin/tsc')
    const checked = await run(tsc, ['-p', app, '--listFiles', ...ONE_CHECKER], { env }).catch(
      (error: { stdout: string }) => error,
    )
    const said = checked.stdout.trim().split('\n')
    expect(said).toContain(join(app, 'typed.ts'))
    // Neither an error nor a file of another package.
    const ours = join(app, '(?:typed|node_modules/gamegrid/.*\\.d)')
    const expected = new RegExp(`^(?:${ours}|.*/lib\\.[\\w.]+\\.d)\\.ts$`)
    expect(said.filter((line) => !expected.test(line))).toEqual([])
  })

  test('brings the command, which plays a brain that uses the library', async () => {
    const command = join(app, 'node_modules/.bin/gamegrid')
    const { stdout } = await run(command, ['play', 'torus-tron', './brain.js', 'house:random', '--json'], {
      cwd: app,
      env,
    })
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
      challenge: 'torus-tron',
      players: ['brain', 'random'],
    })
  })

  test('is played with as the page of the library says', async () => {
    expect(installing).toContain('npm install ../gamegrid')
    const blocks = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, block = '']) => block)
    const brain = blocks.find((block) => block.includes('export default roomy')) ?? ''
    writeFileSync(join(app, 'brain.ts'), brain)
    const { stdout } = await run('sh', ['-e', '-c', playing], { cwd: app, env: ofItsOwn })
    expect(stdout).toMatch(/^Roomy won \d of 5$/m)
    expect(stdout.trim().split('\n').at(-1)).toMatch(/won|drawn/)
  })
})
