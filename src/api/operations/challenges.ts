import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of challenges and kits. */
export const challengesOperations = {
  listChallenges: {
    description:
      'Each challenge with its game, wire, clock and house brains. The list is the same for every reader.',
    example: {
      answer: {
        challenges: [
          {
            id: 'boost-tron',
            title: 'Boost Tron',
            summary: 'Light cycles with boosts on 130×100, one after the other, best of three over HTTP',
            game: 'tron',
            wire: 'polling',
            clock: '10 s a move',
            bestOf: 3,
            brains: ['random', 'first'],
            judges: 20,
            openings: 'asked',
          },
          {
            id: 'light-cycle',
            title: 'Light Cycle',
            summary: 'Light cycles on a square board, both moving at once, programs on stdin and stdout',
            game: 'tron',
            wire: 'stdio',
            clock: '2 s a move',
            bestOf: 1,
            brains: ['random', 'first'],
            judges: 0,
            openings: 'usual',
          },
        ],
      },
    },
  },
  getChallenge: {
    description:
      '`settings` lists every setting of its game with its type, its limits and its default in this challenge.',
    example: {
      answer: {
        id: 'quoridor',
        title: 'Quoridor Arena',
        summary: 'Race to the far side of 9×9 and build walls, over server-sent events',
        game: 'quoridor',
        wire: 'sse',
        clock: '60 s + 2 s a move',
        bestOf: 1,
        brains: ['random', 'first'],
        judges: 0,
        openings: 'usual',
        settings: [
          {
            name: 'size',
            title: 'Cells along each side',
            expects: 'an odd number from 3 to 9',
            kind: 'number',
            value: '9',
            min: 3,
            max: 9,
            step: 2,
          },
          {
            name: 'walls',
            title: 'Walls for each player',
            expects: 'a whole number from 0 to 20',
            kind: 'number',
            value: '10',
            min: 0,
            max: 20,
            step: 1,
          },
        ],
      },
    },
  },
  getChallengeHome: {
    description:
      'House brains from weak to strong with their measured ratings, house brains that cheat, kits by language, and the pages of the rules and of the wire.',
    example: {
      answer: {
        rungs: [
          {
            brain: 'first',
            plays: 'plays the first legal move in the order of the game',
            rating: 594,
            plusMinus: 275,
          },
          {
            brain: 'random',
            plays: 'plays any legal move, each as likely as the others',
            rating: 600,
            plusMinus: 280,
          },
        ],
        cheats: ['cheat-flip', 'cheat-garbled'],
        kits: [
          { language: 'cpp', title: 'C++', wire: 'longest-group', edit: 'bot.cpp', uploads: true },
          { language: 'csharp', title: 'C#', wire: 'longest-group', edit: 'Bot.cs', uploads: true },
        ],
        pages: { rules: 'rules/longest-group', wire: 'wire/longest-group' },
        good: '/api/v1/challenges/longest-group/good-match',
      },
    },
  },
  getGoodMatch: {
    description:
      'A viewer can replay this match as an example. The match is the same at each request. A challenge without such a match answers 404.',
    example: {
      answer:
        '{"gamegrid":1,"challenge":"tic-tac-toe","game":"tic-tac-toe","version":1,"settings":{},…}\n{"at":0,"kind":"ready","player":0,"hash":"…"}\n',
    },
  },
  listStandings: {
    description:
      'The table counts matches against all opponents. It says how much a team played, not how strong it is: `/api/v1/challenges/ID/ladder` has the ratings.',
    example: {
      answer: {
        standings: [
          { player: 1001, name: 'Ann 6', played: 1, won: 1, drawn: 0, lost: 0 },
          { player: 1002, name: 'Bob 6', played: 1, won: 0, drawn: 0, lost: 1 },
        ],
      },
    },
  },
  downloadKit: {
    description:
      'The archive has the source, how to build and run it, and a page that explains the next steps.',
    example: { answer: 'The bytes of a zip file' },
  },
  getKitSource: {
    description: 'The one file of the kit that a contestant edits, with its name.',
    example: {
      answer: {
        file: 'Bot.cs',
        text: '// A longest-group bot: it plays on any empty cell. Write to Console.Error to see what it thinks;\n// Console.Out is for moves only.\nusing System;\nusing System.C…',
      },
    },
  },
} satisfies Readonly<Record<string, OperationText>>
