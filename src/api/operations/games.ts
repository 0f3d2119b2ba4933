import { ANN, MATCH } from './shared-examples.ts'
import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of games that a team plays over HTTP. */
export const gamesOperations = {
  getOpening: {
    description:
      'To look does not say that you are there: the game waits until you ask for your turn, for as long as getting ready may take. With `wait` the answer is held back until the game has begun.',
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
    description: 'With `wait` the answer is held back until it is your turn or the game is over.',
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
      'The answer is your next turn: what the board is after the move, and whether you are asked again. An illegal move is refused at once with the reason where you may try again; where it loses the round, `fault` says why.',
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
      'Whoever takes part in a contest asks here which games it is called to. With `wait` the answer is held back until there is one after `after`.',
    example: { answer: { games: [{ ...MATCH, player: 1001 }] } },
  },
  joinGame: {
    description: 'You take the free place, and the match waits until both players have come.',
    example: { answer: { ...MATCH, player: 1001 } },
  },
  rematchGame: {
    description:
      'The same opponent, settings and clock. A team is challenged, and if it has asked for the rematch already, this takes it up. While a rematch is open or running the answer is that match.',
    example: { answer: { ...MATCH, player: 1001 } },
  },
  declineGame: {
    description: 'Only the team that was challenged may decline.',
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
    description: 'Only while no team has taken it up. The match is over and counts for no team.',
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
