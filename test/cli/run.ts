import { execFile } from 'node:child_process'
import { basename, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** Names the folder in which the command is built already. */
export const BUILT_COMMAND = 'GAMEGRID_BUILT_COMMAND'

/** Names the folder in which the web application is built already. */
export const BUILT_WEB = 'GAMEGRID_BUILT_WEB'

const built = process.env[BUILT_COMMAND]

/** The command: as `npm test` built it, or its sources. */
export const command = resolve(built ?? root, 'bin/gamegrid')

/** A program of `buildCommand`: as `npm test` bundled it with the command, or its source. */
export const programOf = (source: string): string =>
  built === undefined ? join(root, source) : join(built, 'dist/cli', `${basename(source, '.ts')}.js`)

/** In front of a command: root without the rights that no other user has, so that the modes of its own files hold for it. */
export const asAnyUser: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command as a user would; returns its output. */
export function gamegrid(
  args: readonly string[],
  options: {
    readonly input?: string
    readonly cwd?: string
    readonly node?: string
    readonly env?: NodeJS.ProcessEnv
  } = {},
): Promise<Ran> {
  return new Promise((done) => {
    const child = execFile(
      options.node ?? process.execPath,
      [command, ...args],
      {
        cwd: options.cwd ?? root,
        env: { ...process.env, NO_COLOR: '1', ...options.env },
        maxBuffer: 64 << 20,
      },
      (error, out, err) => done({ code: error === null ? 0 : Number(error.code ?? 1), out, err }),
    )
    child.stdin?.end(options.input ?? '')
  })
}
