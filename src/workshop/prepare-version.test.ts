import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHALLENGES } from '../challenges/index.ts'
import { readKits } from '../wires/kits.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import { stageFolder } from '../runner/sandbox/stage.ts'
import { processesIn } from './hostile-builds.fixture.ts'
import { prepareVersion, type Stage, type VersionOptions } from './prepare-version.ts'
import { rawTarGz, rawZip } from './raw-archive.fixture.ts'
import { sweepWorkshop } from './temp-folder.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-versions-'))
})
afterAll(() => removeFolder(home))

const challenge = CHALLENGES.find(({ id }) => id === 'longest-group') ?? raise()

let made = 0
/** An upload and the folder for its versions. */
function upload(archive: Buffer): VersionOptions & { readonly root: string; readonly stages: Stage[] } {
  const root = join(home, `bot-${++made}`)
  mkdirSync(root)
  const file = join(home, `upload-${made}`)
  writeFileSync(file, archive)
  const stages: Stage[] = []
  return {
    archive: file,
    folder: join(root, 'v1'),
    challenge,
    root,
    stages,
    onProgress: (stage) => void stages.push(stage),
  }
}

function kitFiles(language: string) {
  const kit = readKits().find((one) => one.wire === 'longest-group' && one.language === language)
  if (kit === undefined) throw new Error(`there is no kit for ${language}`)
  return readdirSync(kit.folder).map((name) => ({
    name: `${basename(kit.folder)}/${name}`,
    data: readFileSync(join(kit.folder, name)),
  }))
}

const WRITERS = { zip: rawZip, 'tar.gz': rawTarGz } as const

/** Each language once, because a build does not know the format of its archive; each format with a compiler and without. */
test.each([
  ['cpp', 'zip'],
  ['csharp', 'tar.gz'],
  ['java', 'tar.gz'],
  ['python', 'zip'],
  ['python', 'tar.gz'],
] as const)('the kit in %s as a %s is built and passes', async (language, format) => {
  const options = upload(WRITERS[format](kitFiles(language)))
  const prepared = await prepareVersion(options)
  expect(prepared).toMatchObject({ ok: true, value: { folder: options.folder, trial: { passed: true } } })
  expect(options.stages).toEqual(['unpacking', 'building', 'trying', 'passed'])
  expect(readdirSync(options.root)).toEqual(['v1'])
  for (const name of ['.', ...readdirSync(options.folder)]) {
    const { mode, uid } = lstatSync(join(options.folder, name))
    expect(mode & 0o222, name).toBe(0)
    expect(uid, name).toBe(process.getuid?.())
  }
})

const GOOD = kitFiles('python')

describe('what fails leaves nothing', () => {
  test.each<[string, Buffer, readonly Stage[], string]>([
    ['an archive that is refused', rawZip([{ name: '../x', data: 'x' }]), ['unpacking'], 'archive-name'],
    ['one that nobody can build', rawZip([{ name: 'notes.txt', data: 'x' }]), ['unpacking'], 'bad-commands'],
    [
      'a build that fails',
      rawZip([{ name: 'bot.cpp', data: 'x' }]),
      ['unpacking', 'building'],
      'build-failed',
    ],
    [
      'a bot that crashes',
      rawZip([{ name: 'bot.py', data: 'x' }]),
      ['unpacking', 'building', 'trying'],
      'trial-failed',
    ],
  ])('%s', async (_, archive, stages, code) => {
    const options = upload(archive)
    const prepared = await prepareVersion(options)
    expect(prepared).toMatchObject({ ok: false, problem: { code }, blame: 'bot' })
    expect(options.stages).toEqual([...stages, 'failed'])
    expect(readdirSync(options.root)).toEqual([])
  })

  test('and the owner gets to see what the compiler said, or the bot', async () => {
    const unbuilt = await prepareVersion(
      upload(rawZip([{ name: 'bot.cpp', data: 'int main() { return x; }' }])),
    )
    expect(unbuilt.ok ? '' : unbuilt.log).toContain('was not declared')
    const crashed = await prepareVersion(
      upload(rawZip([{ name: 'bot.py', data: 'raise Exception("why me")' }])),
    )
    expect(crashed.ok ? '' : crashed.trial?.errors).toContain('why me')
    expect(crashed.ok ? '' : crashed.problem.message).toBe(
      'Cannot enter the bot: house-baseline won: bot crashed on turn 1 (it ended with exit code 1)',
    )
  })

  test.each([
    [
      'says nothing',
      'while (getchar() != EOF) printf("1 1\\n");',
      /turn 1 .*; mostly its output is not flushed after each line, .* gamegrid check longest-group "\.\/bot" says which$/,
    ],
    [
      'says something else',
      'puts("hello"); fflush(stdout); getchar(); getchar(); getchar();',
      /sent something unreadable on turn 1[^;]*$/,
    ],
  ])('a bot that %s: the doctor is named where it can tell more', async (_, code, sentence) => {
    const text = `#include <stdio.h>\nint main(void) { ${code} }`
    const prepared = await prepareVersion(upload(rawZip([{ name: 'bot.c', data: text }])))
    expect(prepared.ok ? '' : prepared.problem.message).toMatch(sentence)
  })

  test('an archive that takes too long to unpack is refused: it is read in another thread, which can be ended', async () => {
    const options = upload(rawZip(GOOD))
    expect(await prepareVersion({ ...options, readSeconds: 0.001 })).toMatchObject({
      ok: false,
      blame: 'bot',
      problem: { code: 'archive-limit', message: 'Cannot unpack the archive: it takes more than 0.001 s' },
    })
    expect(options.stages).toEqual(['unpacking', 'failed'])
    expect(readdirSync(options.root)).toEqual([])
  })

  test.each(['unpacking', 'building'] as const)(
    'an interruption while %s is not the bot’s fault',
    async (when) => {
      const options = upload(
        rawZip([...GOOD, { name: 'python/gamegrid.json', data: '{"build": ["sleep 100"], "run": "x"}' }]),
      )
      const stop = new AbortController()
      const prepared = await prepareVersion({
        ...options,
        signal: stop.signal,
        onProgress: (stage) => void (stage === when && stop.abort()),
      })
      expect(prepared).toMatchObject({ ok: false, blame: 'host', problem: { code: 'build-stopped' } })
      expect(readdirSync(options.root)).toEqual([])
    },
  )

  test('a disk that cannot be written to is not the bot’s fault', async () => {
    const { archive: _, ...options } = upload(Buffer.alloc(0))
    const prepared = await prepareVersion({ ...options, archive: join(home, 'nosuchfile') })
    expect(prepared).toMatchObject({ ok: false, blame: 'host', problem: { code: 'workshop-disk' } })
  })
})

test('the uploader’s own commands come before any guess', async () => {
  const files = [
    {
      name: 'a.txt',
      data: readFileSync(join(import.meta.dirname, '../wires/longest-group/kit/python/bot.py')),
    },
    { name: 'b.py', data: '' },
  ]
  const commands = { build: ['cp a.txt mine'], run: 'python3 mine' }
  const prepared = await prepareVersion({ ...upload(rawZip(files)), commands })
  expect(prepared).toMatchObject({ ok: true, value: { commands } })
})

const MEMORY = '/dev/shm'
const isElsewhere = existsSync(MEMORY) && lstatSync(MEMORY).dev !== lstatSync(dirname(stageFolder())).dev

test.runIf(isElsewhere)('versions may be kept on another disk than builds are made on', async () => {
  const folder = mkdtempSync(join(MEMORY, 'gamegrid-versions-'))
  try {
    const options = { ...upload(rawZip(kitFiles('cpp'))), folder: join(folder, 'v1'), team: 1001 }
    expect(await prepareVersion(options)).toMatchObject({ ok: true, value: { trial: { passed: true } } })
    expect(readdirSync(folder)).toEqual(['v1'])
    expect(lstatSync(join(folder, 'v1/bot')).mode & 0o333).toBe(process.getuid?.() === 0 ? 0o110 : 0o100)
  } finally {
    await removeFolder(folder)
  }
})

describe('killed at any moment', () => {
  const SLOW = '{"build": ["sleep 0.3"], "run": "python3 bot.py"}'
  const archive = rawZip([...GOOD, { name: 'python/gamegrid.json', data: SLOW }])

  test.each<Stage>(['unpacking', 'building', 'trying', 'passed'])('while %s', async (stage) => {
    const { root, ...options } = upload(archive)
    await killWhile(stage, options)
    await sweepWorkshop(root)
    expect(readdirSync(root)).toEqual(stage === 'passed' ? ['v1'] : [])
    expect(await prepareVersion(options)).toMatchObject({ ok: true })
    expect(readdirSync(root)).toEqual(['v1'])
    expect(readdirSync(options.folder).sort()).toEqual(['README.md', 'bot.py', 'gamegrid.json', 'kit.json'])
  })

  test('a sweep leaves everything else alone', async () => {
    const { root } = upload(archive)
    for (const name of ['v1', '.workshop-x/d', 'workshop-x']) mkdirSync(join(root, name), { recursive: true })
    chmodSync(join(root, '.workshop-x/d'), 0o000)
    await sweepWorkshop(root)
    expect(readdirSync(root).sort()).toEqual(['v1', 'workshop-x'])
  })
})

/** Another process prepares the version, and ends by SIGKILL as soon as it says what it is doing. */
async function killWhile(stage: Stage, { archive, folder }: VersionOptions): Promise<void> {
  const file = (name: string): string => JSON.stringify(join(import.meta.dirname, name))
  const script = join(home, 'prepare.mjs')
  writeFileSync(
    script,
    `import { flushCompileCache } from 'node:module'
    import { prepareVersion } from ${file('prepare-version.ts')}
    import { longestGroup as challenge } from ${file('../challenges/longest-group.ts')}
    // The next process loads these files from the cache. Node itself writes it at its end, but this process is killed.
    flushCompileCache()
    const [archive, folder] = ${JSON.stringify([archive, folder])}
    setInterval(() => {}, 1000)
    const { problem } = await prepareVersion({ archive, folder, challenge, onProgress: (stage) => console.log(stage) })
    if (problem) process.exit(1)`,
  )
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise((resolve) => child.on('exit', resolve))
  for await (const line of createInterface(child.stdout)) if (line === stage) child.kill('SIGKILL')
  await exited
  expect(child.signalCode).toBe('SIGKILL')
  // The kernel and the watchdog see to what it has started.
  while (processesIn(folder.replace(/v1$/, '')).length > 0) await sleep(10)
}

function raise(): never {
  throw new Error('there is no such challenge')
}
