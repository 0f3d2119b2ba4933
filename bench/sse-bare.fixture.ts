import { randomUUID } from 'node:crypto'
import { fdatasync, mkdtempSync, openSync, rmSync, write } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { playPart } from './server-part.fixture.ts'
import { SCRIPTS, type Script } from './sse-battles.fixture.ts'
import { openUsageMeter } from './usage.fixture.ts'

/**
 * The baseline of the SSE arena: the least that `node:http` can do for the same clients. It parses each command, writes the command's echo
 * and the scripted answer of the house into the stream, and knows no rules, clocks or limits.
 * `durable`: nothing is told before its line in a log file is on disk, as the arena promises. Lines of one sync share the sync.
 */
const isDurable = process.argv[2] === 'durable'

interface Battle {
  readonly script: Script
  stream: ServerResponse | undefined
  told: number
}

const battles = new Map<string, Battle>()
const afterCommit = isDurable ? openLog() : (_line: string, act: () => void) => act()

const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  const [, , verb, id = ''] = (request.url ?? '').split('/')
  if (verb === 'start') {
    response.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' }).flushHeaders()
    return afterCommit(`start ${id}`, () => start(id, response))
  }
  let body = ''
  request.setEncoding('utf8').on('data', (piece: string) => {
    body += piece
  })
  request.on('end', () => {
    const answer = (data: object): void => {
      const text = JSON.stringify(data)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length }).end(text)
    }
    if (verb === 'practice') create((JSON.parse(body) as { readonly caseType: string }).caseType, answer)
    else if (verb === 'play') play(id, JSON.parse(body), answer)
    else answer({ status: 'ok' })
  })
})

function create(caseType: string, answer: (data: object) => void): void {
  const script = SCRIPTS.find((one) => one.caseType === caseType)
  if (!script) return answer({ error: 'unknown caseType' })
  const battleId = randomUUID()
  battles.set(battleId, { script, stream: undefined, told: 0 })
  afterCommit(`create ${battleId}`, () => answer({ battleId }))
}

function start(id: string, stream: ServerResponse): void {
  const battle = battles.get(id)
  if (!battle) return void stream.end()
  battle.stream = stream
  stream.write(`data: {"youAre":"${battle.script.side}","id":"${id}"}\n\n`)
}

/** Tells the events up to the next command of the team. */
function play(id: string, command: unknown, answer: (data: object) => void): void {
  const battle = battles.get(id)
  if (!battle?.stream) return answer({ error: 'Battle not found' })
  const { script, stream } = battle
  afterCommit(`play ${id} ${JSON.stringify(command)}`, () => {
    answer({ message: 'received your command', moveId: randomUUID() })
    do stream.write(`data: ${script.events[battle.told++]}\n\n`)
    while (battle.told < script.events.length && !isTeamsTurn(script, battle.told))
    if (battle.told < script.events.length) return
    battles.delete(id)
    stream.end()
  })
}

const isTeamsTurn = ({ events, side }: Script, next: number): boolean =>
  events[next]?.startsWith(`{"player":"${side}"`) === true

function openLog(): (line: string, act: () => void) => void {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = openSync(join(folder, 'log'), 'a')
  let lines = ''
  let waiting: (() => void)[] = []
  let isBusy = false
  const commit = (): void => {
    if (isBusy || waiting.length === 0) return
    const [text, acts] = [lines, waiting]
    ;[lines, waiting, isBusy] = ['', [], true]
    write(file, text, (failed) => {
      if (failed) throw failed
      fdatasync(file, (error) => {
        if (error) throw error
        isBusy = false
        commit()
        for (const act of acts) act()
      })
    })
  }
  return (line, act) => {
    lines += `${line}\n`
    if (waiting.push(act) === 1) setImmediate(commit)
  }
}

server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 })
const meter = openUsageMeter()

playPart({
  create: () => ({ port: (server.address() as AddressInfo).port, games: [] }),
  begin: () => meter.begin(),
  end: () => meter.end(),
})
