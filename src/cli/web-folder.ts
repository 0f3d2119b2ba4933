import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the built web application is. In a checkout that has not built it yet, it is built now. */
export function findWebFolder(print: (line: string) => void): string | undefined {
  const built = BUILT.find((folder) => existsSync(`${folder}/index.html`))
  if (built !== undefined || !existsSync(`${ROOT}/web/vite.config.ts`)) return built
  print('Building the web application, once')
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build:web'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (status === 0) return BUILT.find((folder) => existsSync(`${folder}/index.html`))
  print(`The web application could not be built: ${stderr.trim().split('\n').at(-1)}`)
  return undefined
}

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

const ROOT = pathOf('../..')
/** From a checkout, and from the published package. */
const BUILT = [pathOf('../../dist/web'), pathOf('../web')]
