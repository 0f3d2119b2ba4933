import type { NewKeyBody, PersonBody } from '../api/people.ts'
import {
  forgetLogin,
  loginFile,
  readAccount,
  readArenaUrl,
  storedLogin,
  storeLogin,
} from './arena-account.ts'
import { askArena, callArena } from './ask-arena.ts'
import { askSecret } from './ask-secret.ts'
import { CommandError } from './problem.ts'
import { printable } from './text.ts'

export interface LoginFlags {
  readonly keyStdin?: true
  readonly json?: true
}

/** `gamegrid login`: keeps the key of a team for the next commands. A sign-in link makes a key for this machine. */
export async function login(address: string | undefined, flags: LoginFlags): Promise<void> {
  const url = address === undefined ? readAccount().url : readArenaUrl(address)
  const [, token] = /\/sign-in#(.+)$/.exec(address ?? '') ?? []
  const { team, key, made } =
    token === undefined
      ? await byKey(url, await askSecret(`Key of your team in ${url}: `, flags.keyStdin === true))
      : await byLink(url, token)
  storeLogin(url, { key, team: team.name, ...(made !== undefined && { made }) })
  if (flags.json) console.log(JSON.stringify({ url, team: { id: team.id, name: team.name } }))
  else console.log(printable(`You are ${team.name} in ${url}; the key is kept in ${loginFile()}`))
}

interface LoggedIn {
  readonly team: PersonBody
  readonly key: string
  readonly made?: string
}

const byKey = async (url: string, key: string): Promise<LoggedIn> => ({
  team: await askArena<PersonBody>({ url, key }, '/me'),
  key,
})

/** The link signs in once: the session that it gives makes a key, and ends. */
async function byLink(url: string, token: string): Promise<LoggedIn> {
  const response = await callArena({ url, key: undefined }, '/session/link', {
    method: 'POST',
    json: { token },
  })
  const team = (await response.json()) as PersonBody
  const [, session] = /\bgamegrid_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  if (session === undefined) throw new CommandError(`Cannot log in to ${url}: it gave no session`, 1)
  const account = { url, key: decodeURIComponent(session) }
  const { id, key } = await askArena<NewKeyBody>(account, `/players/${team.id}/keys`, { method: 'POST' })
  await callArena(account, '/session', { method: 'DELETE' })
  return { team, key, made: id }
}

/** `gamegrid logout`: forgets the key, and revokes it if it was made for this machine. */
export async function logout(flags: { readonly json?: true }): Promise<void> {
  const { url } = readAccount()
  const login = storedLogin(url)
  if (!login) throw new CommandError(`You are not logged in to ${url}`, 1)
  const { key, made, team } = login
  forgetLogin(url)
  if (made !== undefined) {
    const { id } = await askArena<PersonBody>({ url, key }, '/me')
    await callArena({ url, key }, `/players/${id}/keys/${made}`, { method: 'DELETE' })
  }
  if (flags.json) console.log(JSON.stringify({ url, team }))
  else console.log(printable(`You are logged out of ${url}: the key of ${team} is no longer on this machine`))
}
