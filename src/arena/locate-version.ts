import { basename } from 'node:path'
import { ok, type Result } from '../base/result.ts'
import { readCommand } from '../runner/program-command.ts'
import { INSIDE_FOLDER } from '../runner/sandbox/inside-folder.ts'
import type { VersionRow } from '../store/store.ts'
import { parseCommand } from '../workshop/parse-command.ts'
import type { LocatedBot } from './seat-player.ts'

/** How the program of a version is started: `folder` is what was built of it, `team` owns it. */
export function locateVersion(
  { source, run = '', wire }: VersionRow,
  folder: string,
  team: number,
): Result<LocatedBot> {
  if (source.kind === 'program') {
    const located = readCommand(source.command)
    return located.ok
      ? ok({ process: { ...located.value, env: PYTHON, sandbox: { from: 'person' } } })
      : located
  }
  const argv = parseCommand(run)
  if (!argv.ok) return argv
  const [program, ...args] = argv.value
  return ok({
    process: {
      // Versions of older servers may name a runtime by its full path.
      argv: [OTHER_PATH.test(program) ? basename(program) : program, ...args],
      cwd: folder,
      env: PYTHON,
      sandbox: { from: 'upload', team },
    },
    ...(wire !== undefined && { wire }),
  })
}

/** An absolute path outside the bot's own folder. */
const OTHER_PATH = new RegExp(`^/(?!${INSIDE_FOLDER.slice(1)}/)`)

const PYTHON = { PYTHONUNBUFFERED: '1' } as const
