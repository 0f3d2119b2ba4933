import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { torusTron } from '../../challenges/torus-tron.ts'
import type { Pair } from '../../game/game.ts'
import { makeSpec } from '../../match/match.ts'
import type { Contestant } from '../../protocols/protocol.ts'
import { listenContestants } from './listen-contestants.ts'
import { playMatch } from '../../runner/play-match.ts'

/** Says all this at once and gives everything it hears. */
async function call(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += String(chunk)))
  socket.write(text)
  await once(socket, 'close')
  return heard
}

test('whoever connects next plays, and those who come later are turned away', async () => {
  const arrivals: string[] = []
  const calls: Promise<string>[] = []
  let port = 0
  const listened = must(
    await listenContestants({
      port: 0,
      count: 2,
      onListening(_, taken) {
        port = taken
        calls.push(call(port, 'ann\nn '))
      },
      onArrival(name, missing) {
        arrivals.push(`${name}, ${missing} missing`)
        if (missing === 1) calls.push(call(port, 'bob\nn '))
      },
    }),
  )
  expect(arrivals).toEqual(['ann, 1 missing', 'bob, 0 missing'])
  const contestants = listened.contestants as unknown as Pair<Contestant>
  expect(contestants.map(({ name, bot }) => `${name} by ${bot}`)).toEqual([
    'ann by listen:tcp',
    'bob by listen:tcp',
  ])
  expect(await call(port, 'carl\n')).toBe('')
  const settings = torusTron.game.presets[torusTron.preset] ?? {}
  const spec = must(makeSpec(torusTron.game, settings, torusTron.rules, 1))
  const match = await playMatch({ challenge: torusTron.id, spec, contestants })
  await listened[Symbol.asyncDispose]()
  expect(match.result?.winner).toBe(1)
  expect((await Promise.all(calls)).map((heard) => heard.split('\n').at(-2))).toEqual(['loss', 'win'])
})

test('somebody who leaves before all are there is not counted', async () => {
  const arrivals: string[] = []
  let port = 0
  await using _ = must(
    await listenContestants({
      port: 0,
      count: 2,
      onListening(_, taken) {
        port = taken
        const hasty = connect(port, '127.0.0.1', () => hasty.end('hasty\n'))
        hasty.on('close', () => {
          for (const name of ['ann', 'bob'])
            connect(port, '127.0.0.1')
              .on('error', () => {})
              .write(`${name}\n`)
        })
        hasty.resume()
      },
      onArrival: (name) => arrivals.push(name),
    }),
  )
  expect(arrivals).toEqual(['hasty', 'ann', 'bob'])
})

test('a signal stops the waiting', async () => {
  const stop = new AbortController()
  const listened = must(
    await listenContestants({ port: 0, count: 2, signal: stop.signal, onListening: () => stop.abort() }),
  )
  expect(listened.contestants).toEqual([])
  await listened[Symbol.asyncDispose]()
})
