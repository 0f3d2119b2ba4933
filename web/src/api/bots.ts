import { ok, type Result } from '../../../src/base/result.ts'
import type { BotBody, BotList, NewBotBody, VersionBody, VersionList } from '../../../src/api/bots.ts'
import { fetchAll } from './fetch-all.ts'
import { API, queryOf, request } from './request.ts'

export const fetchBots = (player: number, signal: AbortSignal): Promise<Result<BotList>> =>
  request(`${API}/bots${queryOf({ player, limit: 100 })}`, { signal })

/** All bots that have a version which is ready to play. */
export async function fetchReadyBots(
  challenge: string,
  signal: AbortSignal,
): Promise<Result<readonly BotBody[]>> {
  const all = await fetchAll((query) =>
    request<BotList>(`${API}/bots${queryOf({ challenge, ...query })}`, { signal }).then((page) =>
      page.ok ? ok(page.value.bots) : page,
    ),
  )
  return all.ok ? ok(all.value.filter(({ plays }) => plays !== null)) : all
}

export const fetchVersions = (bot: number, signal: AbortSignal): Promise<Result<VersionList>> =>
  request(`${API}/bots/${bot}/versions`, { signal })

export const addBot = (challenge: string, name: string): Promise<Result<BotBody>> =>
  request(`${API}/bots`, { method: 'POST', json: { challenge, name } satisfies NewBotBody })

/** The source of a version: an archive, or one file with its name. */
export interface Source {
  readonly body: Blob
  readonly file?: string
  /** The command that starts it, if the server cannot guess it. */
  readonly run?: string
}

/** Sends a new version; the server builds and tries it, which takes a while. */
export const uploadVersion = (bot: number, { body, file, run }: Source): Promise<Result<VersionBody>> =>
  request(`${API}/bots/${bot}/versions${queryOf({ file, run })}`, { method: 'POST', file: body })
