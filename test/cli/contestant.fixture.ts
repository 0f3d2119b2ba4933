import { exec } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { outside } from '../newcomer.fixture.ts'

/** A machine that has Node and nothing of gamegrid: no clone, no npm cache, no registry. */
export interface Contestant extends Disposable {
  /** Its home folder, where commands start. */
  readonly home: string
  /** The client of an arena as npx has installed it: it starts without npm's own second and a half of processor time. */
  readonly installed: string
  /** Runs a shell command. */
  run(command: string, options?: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv }): Promise<Said>
}

export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

export function newContestant(): Contestant {
  const home = mkdtempSync(join(tmpdir(), 'gamegrid-contestant-'))
  const env = {
    ...outside(),
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    // The Node of the system, not the one that runs the tests.
    PATH: (process.env['PATH'] ?? '')
      .split(delimiter)
      .filter((folder) => !folder.includes('node_modules'))
      .join(delimiter),
    npm_config_cache: join(home, 'npm'),
    npm_config_registry: 'http://127.0.0.1:1/',
    npm_config_update_notifier: 'false',
  }
  return {
    home,
    installed: `"${home}"/npm/_npx/*/node_modules/.bin/gamegrid`,
    run: (command, options = {}) =>
      new Promise((done) => {
        const child = exec(
          command,
          { cwd: options.cwd ?? home, env: { ...env, ...options.env }, maxBuffer: 64 << 20 },
          (error, out, err) => done({ code: error === null ? 0 : Number(error.code ?? 1), out, err }),
        )
        child.stdin?.end()
      }),
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }),
  }
}
