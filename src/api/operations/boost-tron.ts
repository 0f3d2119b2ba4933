import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of the polling wire of boost-tron. */
export const boostTronOperations = {
  getGrid: {
    description:
      'The answer has the cells that are not empty, both positions, and the player to move. With `wait` the server holds the answer until it is the turn of `player`, or the game is over. The requester is the player that the address names.',
    example: {
      answer: {
        requester_position: [34, 50],
        opponent_position: [66, 50],
        grid: { '33,50': 'trail', '34,50': 1001, '66,50': 1002 },
        player_turn: 1002,
        status: 'playing',
        round: 1,
        score: [0, 0],
      },
    },
  },
  getPlayerData: {
    description:
      'The answer has the position, direction, boosts and time of one player. Only a request with the id of a player shows that this player is there: a number names a seat, not a client.',
    example: {
      answer: {
        player_number: 1,
        player_id: 1001,
        player_position: [33, 50],
        boost_active: false,
        boosts_remaining: 3,
        orientation: 'East',
        time_for_move: '00:00:10',
        status: 'playing',
        round: 1,
        score: [0, 0],
      },
    },
  },
  driveCycle: {
    description:
      'The cycle turns, then drives one cell, or three while it is boosted. The answer comes when the move is on disk, and shows the board after the move. The server does not play a refused move, and the clock runs on.',
    example: {
      answer: {
        requester_position: [34, 50],
        grid: { '33,50': 'trail', '34,50': 1001, '66,50': 1002 },
        player_turn: 1002,
        orientation: 'East',
        transaction_time: '09:30:12',
        status: 'playing',
        round: 1,
        score: [0, 0],
      },
    },
  },
} satisfies Readonly<Record<string, OperationText>>
