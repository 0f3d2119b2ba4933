/**
 * Proves the image without a registry: makes Debian's base with mmdebstrap, packs the package, builds `deploy/Containerfile`
 * with Podman, and runs containers of runc. In them it tries what a sandbox needs, and then an arena and a worker with the
 * command lines and the security options of `deploy/compose.yaml`, with a Redis of this machine: each starter kit is uploaded,
 * built and tried, and plays a match on the worker. Needs root on Debian. `--image NAME` takes an image that is there.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { parse } from 'yaml'
import { isObject, type JsonObject } from '../src/base/json.ts'
import { readContainerfile } from './read-containerfile.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const compose = parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, { readonly command: readonly string[] }>>
}
const PASSWORD = 'a-password-of-the-proof'
const KITS: readonly (readonly [string, string])[] = [
  ...['c', 'cpp', 'go', 'java', 'javascript', 'python', 'rust'].map((kit) => ['light-cycle', kit] as const),
  ['longest-group', 'csharp'],
]
/** The options of compose.yaml, as Podman spells them. */
const SANDBOXES: readonly string[] = [
  '--cap-drop=ALL',
  '--read-only',
  '--security-opt=no-new-privileges',
  `--security-opt=seccomp=${join(root, 'deploy/seccomp.json')}`,
  '--security-opt=unmask=ALL',
  '--tmpfs=/tmp:exec,mode=1777,size=2g',
  '--tmpfs=/var/tmp:exec,mode=1777,size=2g',
]
/** This machine may forbid higher limits than its own. */
const LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096']

const { values } = parseArgs({ options: { image: { type: 'string' } } })
const folder = mkdtempSync(join(tmpdir(), 'gamegrid-image-'))
await using ending = new AsyncDisposableStack()
ending.defer(() => rmSync(folder, { recursive: true, force: true }))
let image = values.image ?? ''

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  const result = await work()
  console.log(`${what}: ${((performance.now() - from) / 1000).toFixed(0)} s`)
  return result
}

async function buildImage(): Promise<string> {
  const { forBuild, system, runtimes } = readContainerfile(
    readFileSync(join(root, 'deploy/Containerfile'), 'utf8'),
  )
  console.log(`Packages: ${[...forBuild, ...system, ...runtimes].join(' ')}`)
  const base = join(folder, 'base.tar')
  await timed('Debian', () => run('mmdebstrap', ['--variant=minbase', 'bookworm', base, ...DEBIAN]))
  await run('podman', ['import', base, 'debian:bookworm-slim'])
  const context = join(folder, 'context')
  mkdirSync(context)
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(context, name))
  await timed('the package', () => run('npm', ['pack', '--pack-destination', context], { cwd: root }))
  // npm in the build trusts what this machine trusts.
  const certificates = '/etc/ssl/certs/ca-certificates.crt'
  writeFileSync(join(folder, 'npmrc'), 'cafile=/etc/npm-ca.crt\n')
  const mounts = ['-v', `${folder}/npmrc:/root/.npmrc:ro`, '-v', `${certificates}:/etc/npm-ca.crt:ro`]
  const file = join(root, 'deploy/Containerfile')
  const flags = ['--network', 'host', '--isolation', 'chroot', ...mounts, '-f', file, '-t', 'gamegrid']
  await timed('the build', () => run('podman', ['build', ...flags, context], { maxBuffer: 1e9 }))
  return 'gamegrid'
}

const DEBIAN = [
  'deb http://deb.debian.org/debian bookworm main',
  'deb http://deb.debian.org/debian bookworm-updates main',
  'deb http://deb.debian.org/debian-security bookworm-security main',
]

/** `gamegrid sandbox` in containers with and without each option: either it works, or the sentence names what is missing. */
async function tryOptions(): Promise<void> {
  const profile = ['--security-opt', `seccomp=${join(root, 'deploy/seccomp.json')}`]
  const uncovered = ['--security-opt', 'unmask=ALL']
  const mapped = ['--uidmap', '0:200000:65536', '--gidmap', '0:200000:65536']
  const refusing = join(folder, 'refusing.json')
  writeFileSync(refusing, JSON.stringify(REFUSING))
  const cases: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['Podman’s own options', [], /host name[^]*the container covers/],
    ['Podman’s filter, /proc uncovered', uncovered, /host name/],
    [
      'a filter that refuses what Docker’s does',
      ['--security-opt', `seccomp=${refusing}`],
      /user namespaces or mounts[^]*covers/,
    ],
    ['our filter, /proc covered', profile, /the container covers/],
    ['our filter, /proc uncovered', [...profile, ...uncovered], WORKS],
    ['as compose.yaml', SANDBOXES, WORKS],
    ['as compose.yaml, in a user namespace', [...SANDBOXES, ...mapped], WORKS],
    ['root', ['--user', '0'], /CAP_SYS_ADMIN/],
    ['root with CAP_SYS_ADMIN', ['--user', '0', '--cap-add', 'SYS_ADMIN'], /CAP_NET_ADMIN/],
    ['root with both', ['--user', '0', '--cap-add', 'SYS_ADMIN', '--cap-add', 'NET_ADMIN'], WORKS],
  ]
  for (const [what, options, expected] of cases) {
    const said = await podman(['run', '--rm', '--network', 'none', ...LIMITS, ...options, image, 'sandbox'])
    if (!expected.test(said)) throw new Error(`${what}: expected ${expected.source}, and it said\n${said}`)
    console.log(`  ${what}: ${expected === WORKS ? 'works' : 'says what is missing'}`)
  }
}

const WORKS = /^A bot in the sandbox has:/
const REFUSING = {
  defaultAction: 'SCMP_ACT_ALLOW',
  syscalls: [
    {
      names: ['mount', 'umount2', 'pivot_root', 'unshare', 'setns', 'sethostname'],
      action: 'SCMP_ACT_ERRNO',
      errnoRet: 1,
    },
    {
      names: ['clone'],
      action: 'SCMP_ACT_ERRNO',
      errnoRet: 1,
      args: [{ index: 0, value: 0x1000_0000, valueTwo: 0x1000_0000, op: 'SCMP_CMP_MASKED_EQ' }],
    },
    { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: 38 },
  ],
}

/** All that it says, whether it succeeds or fails. */
async function podman(args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run('podman', ['--runtime', 'runc', ...args]).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  )
  return `${stdout}${stderr}`
}

async function playMatches(): Promise<void> {
  const [redisPort, arenaPort] = [26_379, 28_080]
  startRedis(redisPort)
  const at = (words: readonly string[]): readonly string[] =>
    words.map((word) =>
      word
        .replace('redis:6379', `127.0.0.1:${redisPort}`)
        .replace('arena:8080', `127.0.0.1:${arenaPort}`)
        .replace(/\$\{ARENA_HOST.*\}/, 'arena.example.org')
        .replace(/\$\{MATCHES:-1\}/, '2')
        .replace('--play-here', `--port=${arenaPort}`),
    )
  const start = (name: string, env: Readonly<Record<string, string>>): Promise<string> => {
    const options = Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`])
    ending.defer(async () => void (await podman(['rm', '-f', '-v', '-t', '5', `proof-${name}`])))
    const words = at(compose.services[name]?.command ?? [])
    return podman([
      'run',
      '-d',
      '--name',
      `proof-${name}`,
      '--network',
      'host',
      ...LIMITS,
      ...SANDBOXES,
      ...options,
      image,
      ...words,
    ])
  }
  const secrets = { GAMEGRID_QUEUE_PASSWORD: PASSWORD }
  await start('arena', secrets)
  const url = `http://127.0.0.1:${arenaPort}`
  const link = await until(
    'the organiser’s link',
    async () => /\/organiser\?token=(\S+)/.exec(await podman(['logs', 'proof-arena']))?.[1],
  )
  const call = caller(url)
  const { key: organiser } = await call('POST', '/api/v1/organiser', '', { token: link })
  const { key: worker } = await call('POST', '/api/v1/worker-keys', String(organiser))
  await start('worker', { ...secrets, GAMEGRID_WORKER_KEY: String(worker) })
  const { key } = await call('POST', '/api/v1/players', String(organiser), { name: 'Ann' })
  for (const [challenge, kit] of KITS) {
    const bot = join(folder, `kit-${kit}`)
    const env = { ...process.env, GAMEGRID_URL: url, GAMEGRID_KEY: String(key) }
    const command = (...args: readonly string[]) =>
      run(process.execPath, [join(root, 'bin/gamegrid'), ...args], { env })
    await command('new-bot', challenge, kit, bot)
    await command('upload', bot, '--bot', kit, '--challenge', challenge)
    const { bots } = await call('GET', '/api/v1/bots?limit=100', '')
    const id = (bots as readonly JsonObject[]).find(({ name }) => name === kit)?.['id']
    const players = [`bot:${Number(id)}`, 'house:random']
    const { id: match } = await call('POST', '/api/v1/matches', String(organiser), { challenge, players })
    const over = await until(`the match of ${kit}`, async () => {
      const found = await call('GET', `/api/v1/matches/${Number(match)}`, '')
      return found['status'] === 'over' ? found : undefined
    })
    const { verified } = await call('GET', `/api/v1/matches/${Number(match)}/verification`, '')
    if (over['void'] !== false || verified !== true) throw new Error(`${kit}: ${JSON.stringify(over)}`)
    console.log(`  ${kit}: built, tried, played by the worker in its sandbox, and verified`)
  }
  const { workers } = await call('GET', '/api/v1/workers', String(organiser))
  console.log(`  workers: ${JSON.stringify((workers as readonly JsonObject[])[0])}`)
  for (const name of ['worker', 'arena']) {
    const from = performance.now()
    await podman(['stop', '-t', '75', `proof-${name}`])
    const code = (await podman(['inspect', '--format', '{{.State.ExitCode}}', `proof-${name}`])).trim()
    if (code !== '0')
      throw new Error(`the ${name} ended with ${code}: ${await podman(['logs', `proof-${name}`])}`)
    console.log(
      `  SIGTERM: the ${name} ended with 0 after ${((performance.now() - from) / 1000).toFixed(1)} s`,
    )
  }
}

/** Redis as compose.yaml starts it, but with the program and on loopback of this machine. */
function startRedis(port: number): void {
  const [, , script = ''] = compose.services['redis']?.command ?? []
  const child = spawn(
    'sh',
    ['-c', script.replaceAll('$$', '$').replace('dir /data', `dir ${folder}\nport ${port}\nbind 127.0.0.1`)],
    {
      stdio: 'ignore',
      env: { ...process.env, GAMEGRID_QUEUE_PASSWORD: PASSWORD },
    },
  )
  ending.defer(() => void child.kill('SIGKILL'))
}

const caller =
  (url: string) =>
  async (method: string, path: string, key: string, json?: object): Promise<JsonObject> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(key !== '' && { authorization: `Bearer ${key}` }),
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
    })
    const body: unknown = await answer.json()
    if (!answer.ok || !isObject(body))
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(body)}`)
    return body
  }

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await look()
    if (found !== undefined) return found
    await delay(500)
  }
  throw new Error(`${what} did not come: ${execFileSync('podman', ['ps', '-a'], { encoding: 'utf8' })}`)
}

if (values.image === undefined) image = await timed('the image', buildImage)
const { stdout: size } = await run('podman', ['image', 'inspect', '--format', '{{.Size}}', image])
console.log(`The image has ${Math.round(Number(size) / 1e6)} MB`)
await timed('what a sandbox needs', tryOptions)
await timed('an arena and a worker', playMatches)
console.log('Proved')
