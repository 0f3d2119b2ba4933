import { readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { isObject, parseObject } from '../base/json.ts'
import { makeFolder } from '../store/make-folder.ts'
import { writeWholeFile } from '../store/whole-file.ts'
import { orCannotWrite } from './cannot-write.ts'
import { arena, GAMEGRID } from './own-package.ts'
import { badArgument, CommandError } from './problem.ts'

/** An arena, and the key by which it knows the team. */
export interface ArenaAccount {
  /** Without a slash at the end. */
  readonly url: string
  readonly key: string | undefined
}

/** What `gamegrid login` keeps of one arena. */
export interface StoredLogin {
  readonly key: string
  readonly team: string
  /** The id of a key that was made for this machine alone, which logout revokes. */
  readonly made?: string
}

interface StoredLogins {
  /** The arena of the last login. */
  readonly current?: string
  readonly arenas: Readonly<Record<string, StoredLogin>>
}

/**
 * The arena that commands talk to: GAMEGRID_URL, or the arena that served this client, or that of the last login. A key goes only
 * to the arena that it was given for, or it comes from GAMEGRID_KEY.
 */
export function readAccount(): ArenaAccount {
  const { current, arenas } = readLogins()
  const { GAMEGRID_URL: named, GAMEGRID_KEY: key } = process.env
  const served = arena !== undefined && (arenas[arena] || current === undefined) ? arena : current
  const url = named ? readArenaUrl(named) : served
  if (url === undefined)
    throw badArgument(
      `Cannot tell which arena you mean: log in with ${GAMEGRID} login URL, or set GAMEGRID_URL`,
    )
  return { url, key: key || arenas[url]?.key }
}

/** The account of a command that acts for a team. */
export function readTeamAccount(): ArenaAccount & { readonly key: string } {
  const { url, key } = readAccount()
  if (key !== undefined) return { url, key }
  throw new CommandError(
    `You are not logged in to ${url}: run ${GAMEGRID} login${url === arena ? '' : ` ${url}`}, or set GAMEGRID_KEY`,
    1,
  )
}

/** `http://HOST:PORT` of an address that a person typed or copied, with or without a path. */
export function readArenaUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== '') return url.origin
  throw badArgument(
    `Cannot use ${JSON.stringify(text.replace(/#.*/, ''))} as an arena: expected an address like http://127.0.0.1:8080`,
  )
}

export const storedLogin = (url: string): StoredLogin | undefined => readLogins().arenas[url]

export function storeLogin(url: string, login: StoredLogin): void {
  writeLogins({ current: url, arenas: { ...readLogins().arenas, [url]: login } })
}

export function forgetLogin(url: string): void {
  const { [url]: _, ...arenas } = readLogins().arenas
  const [current] = Object.keys(arenas)
  if (current === undefined) return rmSync(loginFile(), { force: true })
  writeLogins({ current, arenas })
}

/** Readable for its owner alone. */
export const loginFile = (): string =>
  join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'gamegrid', 'login.json')

function readLogins(): StoredLogins {
  let text: string
  try {
    text = readFileSync(loginFile(), 'utf8')
  } catch {
    return { arenas: {} }
  }
  const { current, arenas } = parseObject(text) ?? {}
  if (!isObject(arenas)) throw new CommandError(`Cannot read ${loginFile()}: remove it, and log in again`, 1)
  const logins = Object.entries(arenas).flatMap(([url, login]) =>
    isLogin(login) ? [[url, login] as const] : [],
  )
  return { ...(typeof current === 'string' && { current }), arenas: Object.fromEntries(logins) }
}

const isLogin = (value: unknown): value is StoredLogin =>
  isObject(value) && typeof value['key'] === 'string' && typeof value['team'] === 'string'

function writeLogins(logins: StoredLogins): void {
  const file = loginFile()
  orCannotWrite(
    'the key to',
    file,
    () => {
      makeFolder(dirname(file), 0o700)
      writeWholeFile(file, `${JSON.stringify(logins, null, 2)}\n`, 0o600)
    },
    1,
  )
}
