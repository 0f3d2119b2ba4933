/** Things that several examples show. */

export const ANN = { name: 'Ann', id: 1001, team: 'Ann', bot: null, program: null }

export const HOUSE = { name: 'house:perfect', id: null, team: null, bot: 'house:perfect', program: null }

export const MATCH = {
  id: 12,
  challenge: 'tic-tac-toe',
  title: 'Tic-tac-toe Arena',
  game: 'tic-tac-toe',
  status: 'playing',
  origin: 'practice',
  players: [ANN, HOUSE],
  score: [0, 0],
  winner: null,
  void: false,
  end: null,
  created: '2026-05-16T09:30:00.000Z',
  started: '2026-05-16T09:30:01.000Z',
  ended: null,
}

export const CUP = {
  id: 1,
  name: 'Cup',
  challenge: 'tic-tac-toe',
  title: 'Tic-tac-toe Arena',
  format: 'round-robin',
  formatTitle: 'Round robin',
  status: 'running',
  published: null,
  created: '2026-05-16T22:24:17.751Z',
  entrants: 5,
  played: 3,
  known: 10,
  leader: 'Red Ants',
  entry: 'closed',
  entryCloses: null,
  join: null,
  starts: null,
  nextRound: null,
  absent: [],
}
