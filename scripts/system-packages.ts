import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that the tests run, with their Debian packages. */
const NEEDED: readonly (readonly [string, string])[] = [
  ['python3', 'python3'],
  ['gcc', 'gcc'],
  ['g++', 'g++'],
  ['javac', 'default-jdk-headless'],
  ['rustc', 'rustc'],
  ['go', 'golang-go'],
  ['mcs', 'mono-mcs'],
  ['mono', 'mono-runtime'],
  ['bwrap', 'bubblewrap'],
  ['setpriv', 'util-linux'],
  ['guile', 'guile-3.0'],
  ['chromium-headless-shell', 'chromium-headless-shell'],
  ['openssl', 'openssl'],
  ['curl', 'curl'],
  ['systemd-analyze', 'systemd'],
  ['redis-server', 'redis-server'],
]

/** Installs missing packages if it can (root on Debian), or prints one line that says what to install. */
export function installSystemPackages(): void {
  const missing = [...new Set(NEEDED.filter(([program]) => !isInstalled(program)).map(([, name]) => name))]
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !isInstalled('apt-get'))
    return console.error(
      `The tests need these packages: ${missing.join(' ')} (on Debian: sudo apt-get install ${missing.join(' ')})`,
    )
  console.log(`\n— installing ${missing.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync('apt-get', ['-qq', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    })
    if (status !== 0) console.error(`apt-get ${args[0]} failed: ${stderr.trim().split('\n').at(-1)}`)
  }
  apt('update')
  // A compiler needs its headers, and Debian only recommends them.
  const headers = missing.some((name) => name === 'gcc') ? ['libc6-dev'] : []
  apt('install', '-y', '--no-install-recommends', ...missing, ...headers)
}

const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
