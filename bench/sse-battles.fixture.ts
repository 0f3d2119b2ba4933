const FLIP = '{"action":"(╯°□°)╯︵ ┻━┻"}'

/** A deterministic battle: what the team sends, and the events that it must get. */
export interface Script {
  readonly game: string
  readonly caseType: string
  readonly commands: readonly string[]
  /** Without the first event, which has the id of the battle. */
  readonly events: readonly string[]
  readonly side: string
}

const put = (position: string): string => `{"action":"putSymbol","position":"${position}"}`
const by = (player: string, command: string): string => `{"player":"${player}",${command.slice(1)}`

export const WIN: Script = {
  game: 'tic-tac-toe',
  caseType: 'BASE_AI_X',
  side: 'O',
  commands: ['C', 'S', 'NE', 'SW'].map(put),
  events: [
    ...['C', 'NW', 'S', 'N', 'NE', 'W', 'SW'].map((square, ply) =>
      by(ply % 2 === 0 ? 'O' : 'X', put(square)),
    ),
    '{"winner":"O"}',
  ],
}

const CHEATED: Script = {
  game: 'tic-tac-toe',
  caseType: 'C_AI_DUP',
  side: 'O',
  commands: [put('C'), FLIP],
  events: [by('O', put('C')), by('X', put('C')), by('O', FLIP), '{"winner":"O"}'],
}

const TELEPORTED: Script = {
  game: 'quoridor',
  caseType: 'C_AI_TELEPORT',
  side: 'first',
  commands: ['{"action":"move","position":"e2"}', FLIP],
  events: [
    by('first', '{"action":"move","position":"e2"}'),
    by('second', '{"action":"move","position":"e5"}'),
    by('first', FLIP),
    '{"winner":"first"}',
  ],
}

/** Most of the battles are played to their end. */
export const SCRIPTS = [WIN, WIN, CHEATED, WIN, TELEPORTED]
