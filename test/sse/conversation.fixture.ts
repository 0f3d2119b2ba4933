import { request as openRequest } from 'node:http'
import { isObject, type JsonObject } from '../../src/base/json.ts'
import { awaitedSeats } from '../../src/match/machine.ts'
import { tellEvents } from '../../src/wires/sse/tell-battle.ts'
import { fakeClock, type FakeClock } from '../../src/runner/fake-clock.fixture.ts'
import { openTestArena, until, type TestArena } from '../server/arena.fixture.ts'
import { makePlayer } from './team.fixture.ts'

/** The ids in transcripts: real ids are random. */
const BATTLE = '15f6301f-cbdd-4084-a810-df2e9c83238f'
const MOVE = '0b0ff1a7-2a5b-4c57-9f4e-1d3c0a2d7e11'
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
/** The thinking time of a team for each command, by the arena's clock. */
const THINK_MS = 700

/** The conversation of a team in a battle: what it sends (`<`) and what the arena sends (`>`). */
export interface Conversation extends AsyncDisposable {
  readonly lines: readonly string[]
  readonly arena: TestArena
  readonly clock: FakeClock
  /** Sends a line that begins with `<`, or lets time pass for a line that begins with `#`. */
  say(line: string): Promise<void>
  /** Plays on by itself, as its own referee, until the battle is over. */
  playOn(): Promise<void>
}

export async function openConversation(game: string, caseType: string): Promise<Conversation> {
  const clock = fakeClock()
  const arena = await openTestArena({ clock })
  const lines: string[] = []
  const begun = await fetch(`${arena.url}/${game}/practice`, {
    method: 'POST',
    body: JSON.stringify({ caseType }),
  })
  const battleId = String(((await begun.json()) as JsonObject)['battleId'])
  const { store } = arena.server.arena
  const battle = store.battle(battleId)
  if (!battle) throw new Error('no battle')
  let stream: Heard | undefined

  const real = (text: string): string => text.replaceAll(BATTLE, battleId)
  const shown = (text: string): string =>
    text.replaceAll(battleId, BATTLE).replaceAll(UUID, (id) => (id === BATTLE ? id : MOVE))
  const heard = (text: string): void => void lines.push(...text.split('\n').map((line) => `> ${shown(line)}`))

  /** Waits until the arena sends nothing more: it waits for the team, or the battle is over. */
  async function settle(): Promise<void> {
    await clock.pass(0)
    const sight = await until(() => {
      const now = arena.server.arena.sight(battle?.match ?? 0)
      const isOurs = now && awaitedSeats(now.match).some((seat) => seat === battle?.player)
      return now && (now.match.phase === 'over' || isOurs) ? now : undefined
    })
    await store.settled()
    const { spec } = sight.match
    const told = tellEvents(spec, store.eventsOf(sight.id), { seat: battle?.player ?? 0, battle: battleId })
    const { events } = stream ?? { events: told }
    await until(() => (events.length >= told.length ? true : undefined))
    if (sight.match.phase === 'over') await until(() => (stream?.isOver === false ? undefined : true))
    await clock.pass(0)
  }

  /** Appends the lines that have come since the last call. */
  function take(): void {
    if (!stream) return
    for (const event of stream.events.slice(stream.taken)) heard(event)
    stream.taken = stream.events.length
    if (!stream.isOver || stream.isEndShown) return
    lines.push('# The stream ends.')
    stream.isEndShown = true
  }

  async function start(path: string): Promise<void> {
    const { status, type, body, leave } = await openStream(`${arena.url}${path}`)
    if (status !== 200) return heard(`${status} ${await textOf(body)}`)
    heard(`${status} ${type}`)
    stream?.leave()
    const opened: Heard = { events: [], taken: 0, isOver: false, isEndShown: false, leave }
    stream = opened
    void listen(body, opened)
  }

  async function say(line: string): Promise<void> {
    lines.push(line)
    const [, ms] = /^# (\d+) ms pass/.exec(line) ?? []
    if (ms !== undefined) {
      await clock.pass(Number(ms))
      await settle()
      return take()
    }
    if (!line.startsWith('<')) return
    const [, method = '', path = '', body] = /^< (\S+) (\S+)(?: (.*))?$/.exec(real(line)) ?? []
    if (method === 'GET') await start(path)
    else {
      await clock.pass(THINK_MS)
      const answer = await fetch(`${arena.url}${path}`, {
        method,
        headers: body?.startsWith('{') ? { 'content-type': 'application/json' } : FORM,
        ...(body !== undefined && { body }),
      })
      heard(`${answer.status} ${await answer.text()}`)
    }
    await settle()
    take()
  }

  return {
    lines,
    arena,
    clock,
    say,
    async playOn() {
      const player = makePlayer(game, {})
      await say(`< GET /${game}/start/${BATTLE}`)
      let seen = 0
      while (stream?.isOver === false) {
        const { events } = stream
        const news = events.slice(seen).map((event) => JSON.parse(event.slice('data: '.length)) as unknown)
        seen = events.length
        const command = news.filter(isObject).map(player).findLast(Boolean)
        if (!command) throw new Error(`nothing to say after ${events.at(-1)}`)
        await say(`< POST /${game}/play/${BATTLE} ${JSON.stringify(command)}`)
      }
      lines.push(`# Reason: ${store.match(battle.match)?.end}`)
    },
    [Symbol.asyncDispose]: () => arena[Symbol.asyncDispose](),
  }
}

interface Heard {
  readonly events: string[]
  taken: number
  isOver: boolean
  isEndShown: boolean
  readonly leave: () => void
}

async function listen(body: AsyncIterable<string>, heard: Heard): Promise<void> {
  let text = ''
  try {
    for await (const chunk of body) {
      text += chunk
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      heard.events.push(...parts)
    }
    heard.isOver = true
  } catch {
    // The stream was closed.
  }
}

async function textOf(body: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of body) text += chunk
  return text
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

function openStream(url: string): Promise<{
  readonly status: number
  readonly type: string
  readonly body: AsyncIterable<string>
  readonly leave: () => void
}> {
  return new Promise((resolve, reject) => {
    const request = openRequest(url, { agent: false }, (response) => {
      response.setEncoding('utf8')
      resolve({
        status: response.statusCode ?? 0,
        type: response.headers['content-type'] ?? '',
        body: response,
        leave: () => void request.destroy(),
      })
    })
    request.on('error', reject)
    request.end()
  })
}
