import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { issueKey, registerPerson, revokeKey } from '../arena/people.ts'
import { messageOf } from '../base/message-of.ts'
import { Refusal, type ArenaCaller } from '../mcp/arena-caller.ts'
import { readBoardPage } from '../mcp/board-page.ts'
import { newMcpServer } from '../mcp/new-mcp-server.ts'
import { whyUnreachable } from '../protocols/why-unreachable.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import { openServer } from '../server/open-server.ts'
import type { Store } from '../store/store.ts'
import { readArenaUrl, storedLogin } from './arena-account.ts'
import { GAMEGRID, version } from './own-package.ts'
import { CommandError, orExit } from './problem.ts'
import { printable } from './text.ts'
import { builtWebFolder } from './web-folder.ts'

export interface McpFlags {
  readonly arena?: string
  readonly data?: string
}

const HOST = '127.0.0.1'
const TEAM = 'Assistant'

/**
 * `gamegrid mcp`: the tools of an assistant over stdin and stdout, until stdin ends. Without `--arena` it plays in an arena of its
 * own, which only this machine reaches. Nothing but the protocol goes to stdout.
 */
export async function mcp(flags: McpFlags): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const webFolder = builtWebFolder()
  const known = flags.arena === undefined ? undefined : remote(flags.arena)
  let opening: Promise<Account> | undefined
  const open = async (): Promise<ArenaCaller> =>
    callerOf(known ?? (await (opening ??= openOwnArena(stack, flags, webFolder))))
  const options = { version, boardPage: readBoardPage(webFolder), onFailure: complain }
  const ended = new Promise<void>((done) => {
    process.stdin.once('end', done).once('close', done)
    process.once('SIGINT', done).once('SIGTERM', done)
  })
  const server = serveStdio(() => newMcpServer(open, options), { onerror: complain })
  stack.defer(() => server.close())
  await ended
  // An arena that is just being opened is closed, too.
  await opening?.catch(() => {})
}

const complain = (error: unknown): void => console.error(printable(`gamegrid: ${messageOf(error)}`))

interface Account {
  readonly url: string
  readonly key: string
}

async function openOwnArena(
  stack: AsyncDisposableStack,
  { data }: McpFlags,
  webFolder: string | undefined,
): Promise<Account> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'gamegrid-mcp-')))
  if (data === undefined) stack.defer(() => removeFolder(folder))
  const opened = await openServer({
    folder,
    host: HOST,
    port: 0,
    registration: 'organiser',
    ...(webFolder !== undefined && { webFolder }),
    onFailure: (_what, error) => complain(error),
  })
  if (!opened.ok) throw new Refusal(opened.problem.message)
  const server = stack.use(opened.value)
  return { url: server.url, key: keyOfTeam(server.arena.store) }
}

/** A new key of the one team. Keys of earlier runs no longer work. */
function keyOfTeam(store: Store): string {
  const known = store.personNamed(TEAM)
  const { id } = known ?? orExit(registerPerson(store, TEAM, 'player'), 1)
  for (const key of store.keysOf(id)) orExit(revokeKey(store, key), 1)
  return orExit(issueKey(store, id, 'api', Date.now()), 1).text
}

function remote(given: string): Account {
  const url = readArenaUrl(given)
  const key = process.env['GAMEGRID_KEY'] || storedLogin(url)?.key
  if (key) return { url, key }
  throw new CommandError(
    `You are not logged in to ${url}: run ${GAMEGRID} login ${url}, or set GAMEGRID_KEY`,
    1,
  )
}

const callerOf = ({ url, key }: Account): ArenaCaller => ({
  url,
  async call({ method, path, json, signal }) {
    try {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(json && { 'content-type': 'application/json' }) },
        ...(json && { body: JSON.stringify(json) }),
        signal,
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      throw new Refusal(`Cannot connect to ${url}: ${whyUnreachable(error)}`)
    }
  },
})
