import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Played, Task } from './strength-game.fixture.ts'
import type { KeptGames } from './strength-play.fixture.ts'

/** Keeps games in a file, a line each, so that a ladder is measured in many short runs. Delete it when a brain has changed. */
export function keepGames(file: string): KeptGames {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const games = new Map(
    lines.map((line) => JSON.parse(line) as Played).map((game) => [keyOf(game.task), game]),
  )
  return {
    find: (task) => games.get(keyOf(task)),
    add: (game) => appendFileSync(file, `${JSON.stringify(game)}\n`),
  }
}

const keyOf = ({ ladder, brains, opening, nodes, ms }: Task): string =>
  [ladder, ...brains, opening, nodes ?? `${ms} ms`].join(' ')
