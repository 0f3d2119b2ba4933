import { ANN, HOUSE, MATCH } from './shared-examples.ts'
import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of matches, records and live news. */
export const matchesOperations = {
  listMatches: {
    description:
      'You can filter by status, challenge, team, or invited team. For the next page give the last id as `before`.',
    example: { answer: { matches: [MATCH], next: null } },
  },
  startMatch: {
    description:
      'A match that a team starts counts in no standings, statistics or ratings. At most 5 of a team wait or run.',
    example: {
      body: { challenge: 'tic-tac-toe', players: ['bot:1', 'house:perfect'], seed: 7 },
      answer: {
        ...MATCH,
        origin: 'trial',
        players: [
          {
            ...ANN,
            name: 'Ann · crusher',
            bot: 'bot:1 version 1',
            program: { id: 1, name: 'crusher', version: 1 },
          },
          HOUSE,
        ],
      },
    },
  },
  getMatch: {
    description:
      'Its players, rules, score and end. `status` goes from `open` or `waiting` to `playing` to `over`.',
    example: {
      answer: {
        ...MATCH,
        status: 'over',
        score: [1, 0],
        winner: 0,
        end: 'Ann won by three in a row',
        ended: '2026-05-16T09:31:40.000Z',
      },
    },
  },
  getRecord: {
    description:
      'JSON lines: a header, a line for each event, the result. Each line has a hash, so that you can find a change. Of a running match you get the lines so far.',
    example: {
      answer:
        '{"gamegrid":1,"challenge":"tic-tac-toe","game":"tic-tac-toe","version":1,"settings":{},…}\n{"at":0,"kind":"ready","player":0,"hash":"…"}\n',
    },
  },
  getLogs: {
    description:
      'The log has the output and errors of your program, or the requests of your client with the answers of the server. The organiser sees both players.',
    example: {
      answer: {
        match: 1,
        complete: true,
        logs: [
          {
            player: 0,
            name: 'Ann · talker',
            wire: 'program',
            stderr: 'first…',
            lines: [
              { at: '2026-05-16T22:27:43.416Z', from: 'arena', text: '0', round: 0, turn: 0 },
              { at: '2026-05-16T22:27:43.798Z', from: 'team', text: '4 3', round: 0, turn: 0 },
            ],
            note: null,
          },
        ],
      },
    },
  },
  verifyMatch: {
    description:
      'The server plays the events again by the rules and compares each line. `verified` is false if a line is wrong; `message` then says which. The match must be over.',
    example: { answer: { verified: true, message: 'Every line follows from the one before' } },
  },
  listFindings: {
    description:
      'The doctor judges finished rounds by their logs. The list is empty if it finds no mistake, if there is no log, and for players that are no programs.',
    example: {
      answer: {
        match: 6,
        complete: true,
        findings: [
          {
            player: 0,
            severity: 'failure',
            title: 'It writes a word that is no move',
            detail:
              'The word means nothing here. Expected: {"move":"…"} with a legal move, and a line feed. Came: "{\\"move\\":\\"99,99\\"}\\n" (17 bytes: 7b 22 6d 6f 76 65 22 3a 22 39 39 2c 39 39 22 7d …)',
            advice: 'Write {"move":"…"} with a legal move, and a line feed',
            round: 0,
            turn: 0,
          },
        ],
      },
    },
  },
  streamMatch: {
    description:
      'Each event is a line of the record, its id the number of the line from 0. `event: now` comes first: `at` is the time of the match, `lines` the number of lines so far. `event: end` is the last. Resume with Last-Event-ID, or with `?after=ID`. A WebSocket to the same address gets the same text.',
    example: {
      answer:
        'event: now\ndata: {"at":1250,"lines":2}\n\nid: 0\ndata: {"gamegrid":1,"challenge":"tic-tac-toe",…}\n\nevent: end\ndata: {}\n\n',
    },
  },
  openMatchSocket: {
    description:
      'Messages are `{"id":N,"line":{…}}`, one for each line of the record from `after` on; the last is `{"end":true}`.',
    example: {},
  },
  streamLive: {
    description:
      'The stream begins with all matches that are open, wait or run. A WebSocket to the same address gets the same text.',
    example: { answer: 'data: {"id":12,"challenge":"tic-tac-toe","status":"playing",…}\n\n' },
  },
} satisfies Readonly<Record<string, OperationText>>
