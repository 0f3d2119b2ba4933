import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { whyUnreachable } from '../protocols/why-unreachable.ts'

/** The arena that a worker fetches versions of bots from. */
export interface WorkersArena {
  /** Like `https://arena.example.org`. */
  readonly url: string
  /** The key of a worker. */
  readonly key: string
}

/** Where workers ask the arena. */
const WORKER_PATH = '/api/v1/worker'

/** Whether the arena knows the key of this worker; a problem says why not. */
export async function checkArena(arena: WorkersArena): Promise<Result<void>> {
  const answer = await ask(arena, WORKER_PATH)
  if (!answer.ok) return answer
  const text = await answer.value.text()
  return parseObject(text)?.['gamegrid'] === undefined
    ? fail('server-refused', `Cannot work for ${arena.url}: it is not an arena of gamegrid`)
    : ok(undefined)
}

/** Fetches what was built of a version, and checks that the bytes are those of the hash. */
export async function fetchVersion(arena: WorkersArena, sha: string, file: string): Promise<Result<void>> {
  const fetched = await fetchFile(arena, `${WORKER_PATH}/archives/${sha}`, file)
  if (!fetched.ok) return fetched
  return fetched.value === sha
    ? ok(undefined)
    : fail('server-lost', `Cannot use a bot from ${arena.url}: its hash differs from the ordered one`)
}

/** Fetches the source of a version that is to be built. */
export async function fetchSource(arena: WorkersArena, ticket: string, file: string): Promise<Result<void>> {
  const fetched = await fetchFile(arena, `${WORKER_PATH}/builds/${ticket}`, file)
  return fetched.ok ? ok(undefined) : fetched
}

/** Hands what was built of a version to the arena. */
export async function sendBuilt(arena: WorkersArena, ticket: string, file: string): Promise<Result<void>> {
  const { size } = await stat(file)
  const sent = await ask(arena, `${WORKER_PATH}/builds/${ticket}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
    body: Readable.toWeb(createReadStream(file)) as NonNullable<RequestInit['body']>,
    duplex: 'half',
  })
  return sent.ok ? ok(undefined) : sent
}

/** Gives the SHA-256 of what came. */
async function fetchFile(arena: WorkersArena, path: string, file: string): Promise<Result<string>> {
  const answer = await ask(arena, path)
  if (!answer.ok) return answer
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const { body } = answer.value
  try {
    await pipeline(
      Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
      hashed,
      createWriteStream(file, { mode: 0o600 }),
    )
  } catch (error) {
    return fail('server-lost', `Cannot fetch a bot from ${arena.url}: ${whyUnreachable(error)}`)
  }
  return ok(hash.digest('hex'))
}

async function ask(
  { url, key }: WorkersArena,
  path: string,
  { headers, ...init }: RequestInit & { readonly duplex?: 'half' } = {},
): Promise<Result<Response>> {
  let response: Response
  try {
    response = await fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...(headers as Readonly<Record<string, string>>) },
      redirect: 'error',
      signal: AbortSignal.timeout(FETCH_MS),
    })
  } catch (error) {
    return fail('server-lost', `Cannot reach the arena at ${url}: ${whyUnreachable(error)}`)
  }
  if (response.ok) return ok(response)
  const { error, message } = parseObject(await response.text().catch(() => '')) ?? {}
  const said = typeof message === 'string' ? message : `it answers ${response.status}`
  return error === 'wrong-key' || error === 'no-key'
    ? fail('wrong-key', `Cannot work for ${url}: the key is not that of a worker, or it was revoked`)
    : fail('server-refused', `Cannot work for ${url}: ${said}`)
}

/** An archive may be large, and the network slow. */
const FETCH_MS = 300_000
