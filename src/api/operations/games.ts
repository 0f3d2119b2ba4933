import { ANN, MATCH } from './shared-examples.ts'
import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of games that a team plays over HTTP. */
export const gamesOperations = {
  getOpening: {
    description:
      'This request does not show that you are there. The game waits until you ask for your turn, at most for the start-up time. With `wait` the server holds the answer until the game has begun.',
    example: {
      answer: {
        status: 'playing',
        round: 1,
        turn: 0,
        seat: 0,
        view: { board: '.........', ply: 0 },
        challenge: 'tic-tac-toe',
        game: 'tic-tac-toe',
        settings: {},
        rules: {
          clock: { kind: 'bank', ms: 300000, incrementMs: 2000 },
          startUpMs: 120000,
          illegal: { kind: 'flip', missed: 'forgiven' },
          bestOf: 1,
          draws: { kind: 'count' },
          swapSeats: false,
          turnLimit: 1000,
        },
        names: ['Ann', 'house:perfect'],
      },
    },
  },
  getTurn: {
    description: 'With `wait` the server holds the answer until it is your turn or the game is over.',
    example: {
      answer: {
        status: 'playing',
        round: 1,
        turn: 2,
        seat: 0,
        view: { board: 'OX.......', ply: 2 },
        asked: true,
        legal: ['NE', 'W', 'C', 'E', 'SW', 'S', 'SE'],
        timeLeft: 17937,
        cheated: null,
        refused: null,
        lastTurn: [null, 'N'],
        score: [0, 0],
        winner: null,
      },
    },
  },
  sendMove: {
    description:
      'The answer is your next turn: the board after the move, and whether the server asks you again. Where you may try again, the server refuses an illegal move at once with the reason. Where an illegal move loses the round, `fault` says why.',
    example: {
      body: { move: 'NE', round: 1, turn: 2, remark: { text: 'Two in a row', score: 0.4 } },
      answer: {
        status: 'playing',
        round: 1,
        turn: 3,
        seat: 0,
        view: { board: 'OXO......', ply: 3 },
        asked: false,
        legal: [],
        timeLeft: null,
        cheated: null,
        refused: null,
        lastTurn: ['NE', null],
        score: [0, 0],
        winner: null,
        fault: null,
      },
    },
  },
  askForGame: {
    description:
      '`opponent` decides: `house:NAME` starts at once, `open` waits for any team, `player:ID` waits for that team. You play over HTTP, with the wire of the challenge or with `/api/v1/games/ID/turn`.',
    example: {
      body: { challenge: 'tic-tac-toe', opponent: 'house:perfect', side: 'first', clock: '60s' },
      answer: { ...MATCH, player: 1001 },
    },
  },
  listMyGames: {
    description:
      'A team in a contest asks here for the games that wait for it. With `wait` the server holds the answer until there is a game after `after`.',
    example: { answer: { games: [{ ...MATCH, player: 1001 }] } },
  },
  joinGame: {
    description: 'You take the free seat, and the match waits until both players are there.',
    example: { answer: { ...MATCH, player: 1001 } },
  },
  rematchGame: {
    description:
      'The same opponent, settings and clock. A team gets an invitation. If that team has asked for the rematch already, your request accepts it. While a rematch is open or runs, the answer is that match.',
    example: { answer: { ...MATCH, player: 1001 } },
  },
  declineGame: {
    description: 'Only the invited team may decline.',
    example: {
      answer: {
        ...MATCH,
        origin: 'challenge',
        players: [ANN],
        status: 'over',
        score: [0, 0],
        void: true,
        end: 'not counted: Bob declined',
        player: 1002,
      },
    },
  },
  withdrawGame: {
    description:
      'You can do this only while no team has joined. The match is then over and counts for no team.',
    example: {
      answer: {
        ...MATCH,
        origin: 'challenge',
        players: [ANN],
        status: 'over',
        score: [0, 0],
        void: true,
        end: 'not counted: the challenge was withdrawn',
        player: 1001,
      },
    },
  },
} satisfies Readonly<Record<string, OperationText>>
