import { setTimeout as sleep } from 'node:timers/promises'
import type { HostedGame, Team } from './server-host.fixture.ts'
import { chooseTurn, openConnection, type DriverView, type HttpConnection } from './server-http.fixture.ts'

/** Plays the moves of both players of a match over HTTP. */
export interface MatchDriver {
  /** Shows that both players are there. */
  greet(): Promise<void>
  /** What a player sees as soon as it is asked for a move. */
  viewOf(team: Team): Promise<DriverView>
  move(team: Team, view: DriverView): Promise<string>
  /** Plays on while spectators come, which takes longer than the clock of a player. */
  playUntil(done: Promise<unknown>): Promise<void>
  close(): void
}

export function openMatchDriver(port: number, game: HostedGame): MatchDriver {
  const connection: HttpConnection = openConnection(port)
  const ask = (method: string, path: string): Promise<string> =>
    new Promise((resolve) => connection.ask(method, path, ({ body }) => resolve(body)))
  const driver: MatchDriver = {
    async greet() {
      for (const { id, key } of game.players)
        await ask('GET', `/player/${id}/${game.id}/data.json?key=${key}`)
    },
    async viewOf({ id, key }) {
      for (;;) {
        const text = await ask('GET', `/player/${id}/${game.id}/data.json?wait=5&key=${key}`)
        const view = JSON.parse(text) as DriverView
        if (view.time_for_move === undefined) throw new Error(`Cannot play on: ${text}`)
        if (view.time_for_move !== null) return view
      }
    },
    move: ({ id, key }, view) =>
      ask('POST', `/move/${game.id}/${id}/${chooseTurn(view)}/False/forward.json?key=${key}`),
    async playUntil(done) {
      let isDone = false
      void done.finally(() => void (isDone = true))
      await driver.greet()
      while (!isDone)
        for (const team of game.players) {
          await driver.move(team, await driver.viewOf(team))
          await sleep(500)
        }
    },
    close: () => connection.close(),
  }
  return driver
}
