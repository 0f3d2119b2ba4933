import { FLIP_ACTION } from './commands.ts'

/** What a demo stream tells: every kind of event once, in a battle in which the other side cheats at last. */
export function demoEvents(game: string, id: string): readonly object[] {
  const flip = { action: FLIP_ACTION }
  const put = (player: string, position: string) => ({ player, action: 'putSymbol', position })
  if (game === 'tic-tac-toe')
    return [
      { youAre: 'O', id },
      put('O', 'C'),
      put('X', 'NW'),
      put('O', 'N'),
      put('X', 'NW'),
      { player: 'O', ...flip },
      { winner: 'O' },
    ]
  return [
    { youAre: 'first', id },
    { player: 'first', action: 'move', position: 'e2' },
    { player: 'second', action: 'putWall', position: 'e2h' },
    { player: 'first', action: 'putWall', position: 'a8h' },
    { player: 'second', action: 'move', position: 'e10' },
    { player: 'first', ...flip },
    { winner: 'first' },
  ]
}
