import type { OperationText } from './operation-text.ts'
import { CUP } from './shared-examples.ts'

/** Two links of one judge, both revoked, and a mark. */
const JUDGES = {
  points: 20,
  isFixed: false,
  judges: [
    {
      id: 'za0wtbqv8x2k',
      name: 'Ada',
      created: '2026-05-16T22:33:34.712Z',
      revoked: '2026-05-16T22:33:34.826Z',
    },
    {
      id: '7nppq339altz',
      name: 'Ada',
      created: '2026-05-16T22:33:34.826Z',
      revoked: '2026-05-16T22:33:34.994Z',
    },
  ],
  changes: [
    { at: '2026-05-16T22:33:34.755Z', judge: 'Ada', entrant: 'house:random', points: 5, by: 'judge' },
  ],
}

/** What the reference of the API says of contests. */
export const tournamentsOperations = {
  listFormats: {
    description: 'Each format with its options, their types and defaults.',
    example: {
      answer: {
        formats: [
          {
            id: 'round-robin',
            title: 'Round robin',
            summary: 'Each entrant plays each other, with swapped sides on the same seed',
            options: [
              {
                name: 'games',
                title: 'Matches of each pair',
                expects: 'a whole number from 1 to 1000',
                kind: 'number',
                value: '2',
                min: 1,
                max: 1000,
                step: 1,
              },
              {
                name: 'tieBreaks',
                title: 'What decides between entrants with equal points, one after the other',
                expects:
                  'a list of head-to-head, sonneborn-berger, buchholz, wins, round-difference, first-listed, lots',
                kind: 'list',
                value: 'head-to-head,sonneborn-berger,wins,round-difference',
                choices: ['head-to-head', 'sonneborn-berger'],
              },
            ],
          },
          {
            id: 'single-elimination',
            title: 'Single elimination',
            summary: 'The loser of a tie is out; a tie that stays level goes to the better seed',
            options: [
              {
                name: 'bestOf',
                title: 'The most matches of a tie; it ends when one side has won',
                expects: 'a whole number from 1 to 99',
                kind: 'number',
                value: '1',
                min: 1,
                max: 99,
                step: 1,
              },
              {
                name: 'extraPairs',
                title: 'How often a level tie gets two more matches',
                expects: 'a whole number from 0 to 99',
                kind: 'number',
                value: '0',
                min: 0,
                max: 99,
                step: 1,
              },
            ],
          },
        ],
      },
    },
  },
  countMatches: {
    description: '`least` and `most` are equal where the number does not depend on results.',
    example: { body: { entrants: 8, options: { games: 2 } }, answer: { least: 56, most: 56 } },
  },
  estimateTournament: {
    description:
      'The server estimates the times by random games. Without `starts`, the estimate assumes that the contest starts now, and that the organiser calls each round at once.',
    example: {
      body: { challenge: 'tic-tac-toe', entrants: 8, starts: '2026-05-16T09:30:00.000Z' },
      answer: { least: 56, most: 56, quickMs: 7200600, longestMs: 7296600, turns: 6 },
    },
  },
  makeTournament: {
    description:
      'Give the challenge, the format and the entrants, or let teams join by a link. `start` starts the contest.',
    example: {
      body: {
        name: 'Cup',
        challenge: 'tic-tac-toe',
        format: 'round-robin',
        options: { games: 1 },
        entrants: ['house:random', 'bot:1'],
        entry: 'open',
      },
      answer: { ...CUP, status: 'waiting', played: 0, leader: null },
    },
  },
  listTournaments: {
    description: 'Filter by status. For the next page give the last id as `before`.',
    example: { answer: { tournaments: [CUP] } },
  },
  getTournament: {
    description:
      "The standings count judges' marks after they are published; the organiser sees them at once.",
    example: {
      answer: {
        id: 1,
        name: 'Cup',
        challenge: 'tic-tac-toe',
        title: 'Tic-tac-toe Arena',
        format: 'round-robin',
        formatTitle: 'Round robin',
        status: 'running',
        published: null,
        created: '2026-05-16T22:32:12.828Z',
        entrants: 3,
        played: 1,
        known: 3,
        leader: 'house:perfect',
        entry: 'closed',
        entryCloses: null,
        join: null,
        starts: null,
        nextRound: null,
        absent: [
          { entrant: 'Ann', player: 1001, opponent: 'house:first', until: '1970-01-01T00:10:00.000Z' },
        ],
        about: 'Each entrant plays each other, with swapped sides on the same seed',
        teams: [{ name: 'Ann', player: 1001 }],
        terms: { clock: null, settings: {}, openings: false, nodes: 100, benchAfter: null },
        matches: [
          { key: 'rr-2v3-g1', match: 1 },
          { key: 'rr-1v3-g1', match: 2 },
        ],
        plan: { starts: null, atOnce: 16, breaks: [], rounds: 'free', roundTimes: [], absentSeconds: 600 },
        clock: '18 s + 2 s a move',
        schedule: [
          {
            key: 'rr-1v3-g1',
            stage: 'round robin',
            round: 2,
            players: ['house:perfect', 'house:first'],
            match: 2,
            status: 'over',
            ruled: null,
            annulled: [],
          },
          {
            key: 'rr-2v3-g1',
            stage: 'round robin',
            round: 1,
            players: ['Ann', 'house:perfect'],
            match: null,
            status: 'waiting',
            ruled: null,
            annulled: [],
          },
        ],
        result: {
          title: 'Cup',
          challenge: 'tic-tac-toe',
          format: 'round-robin',
          options: { games: 1, tieBreaks: ['head-to-head', 'sonneborn-berger'] },
          seed: 5,
          entrants: [
            { name: 'house:first', bot: 'house:first' },
            { name: 'Ann', bot: 'player:1001' },
          ],
          openings: true,
          isDone: false,
          matches: { played: 1, forfeited: 0, void: 0 },
          rounds: { games: 1, different: 1 },
          standings: [
            {
              place: 1,
              name: 'house:perfect',
              points: 2,
              total: 2,
              tournamentPlace: 1,
              matchPoints: 2,
              wins: 1,
              draws: 0,
              losses: 0,
              byes: 0,
              forfeits: 0,
              voids: 0,
              roundsWon: 1,
              roundsLost: 0,
              reason: {
                kind: 'above',
                next: 'Ann',
                rule: 'points',
                own: { value: 2, text: '2' },
                other: { value: 0, text: '0' },
              },
              why: 'Above Ann by points: 2 against 0',
            },
            {
              place: 2,
              name: 'Ann',
              points: 0,
              total: 0,
              tournamentPlace: 2,
              matchPoints: 0,
              wins: 0,
              draws: 0,
              losses: 0,
              byes: 0,
              forfeits: 0,
              voids: 0,
              roundsWon: 0,
              roundsLost: 0,
              reason: {
                kind: 'above',
                next: 'house:first',
                rule: 'round-difference',
                own: { value: 0, text: '0' },
                other: { value: -1, text: '-1' },
              },
              why: 'Above house:first by difference of rounds: 0 against -1',
            },
          ],
          rules: [
            'A match is worth 2 for a win, 1 for a draw, 0 for a loss',
            'Points: the sum of what every match was worth',
          ],
          notes: [],
          ratings: [
            {
              name: 'house:perfect',
              elo: 194.3,
              low: -1063.7,
              high: 1452.2,
              rounds: 1,
              different: 1,
              points: 1,
              superiority: [0.5, 0.5584],
            },
            {
              name: 'Ann',
              elo: 0,
              low: -1600.3,
              high: 1600.3,
              rounds: 0,
              different: 0,
              points: 0,
              superiority: [0.4416, 0.5],
            },
          ],
          goingFirst: { elo: 194.3, low: -1497.8, high: 1886.3 },
          crosstable: [
            [null, null],
            [null, null],
          ],
          statistics: [
            {
              name: 'house:perfect',
              seats: [
                { wins: 1, draws: 0, losses: 0 },
                { wins: 0, draws: 0, losses: 0 },
              ],
              rounds: 1,
              turns: 5,
              crashes: 0,
              timeouts: 0,
              illegal: 0,
              resigned: 0,
            },
            {
              name: 'Ann',
              seats: [
                { wins: 0, draws: 0, losses: 0 },
                { wins: 0, draws: 0, losses: 0 },
              ],
              rounds: 0,
              turns: 0,
              crashes: 0,
              timeouts: 0,
              illegal: 0,
              resigned: 0,
            },
          ],
          games: [
            {
              key: 'rr-1v3-g1',
              stage: 'round robin',
              round: 2,
              players: ['house:perfect', 'house:first'],
              how: 'played',
              winner: 'house:perfect',
              score: [1, 0],
              opening: { opening: 'E W' },
              rounds: [{ winner: 'house:perfect', turns: 5, reason: 'house:perfect won by three in a row' }],
            },
          ],
        },
      },
    },
  },
  streamTournament: {
    description:
      '`event: changed` with `{"played","known","status"}`: once at the beginning, then whenever a match is called, begins or ends, or the organiser does something; twice a second at most. A WebSocket to the same address gets the same text.',
    example: { answer: 'event: changed\ndata: {"played":3,"known":10,"status":"running"}\n\n' },
  },
  startTournament: {
    description:
      'The start fixes the entrants and the versions of their bots: a later upload plays in the next contest.',
    example: { answer: CUP },
  },
  pauseTournament: {
    description: 'Running matches go on to their end. `start` continues the contest.',
    example: { answer: { ...CUP, status: 'paused' } },
  },
  publishMarks: {
    description: 'Before that, only the organiser sees the marks. After it, the ranking counts them.',
    example: { answer: { ...CUP, status: 'over' } },
  },
  withdrawEntrant: {
    description:
      'The entrant loses the matches that it has not played. The arena calls off its running match. Its finished matches count.',
    example: { body: { entrant: 'Bob' }, answer: { ...CUP, status: 'paused' } },
  },
  listMarks: {
    description: 'One row for each judge and entrant.',
    example: {
      answer: {
        marks: [
          { judge: 'bob', entrant: 'house:first', points: 12.5 },
          { judge: 'eve', entrant: 'house:first', points: 12.5 },
        ],
      },
    },
  },
  giveMark: {
    description:
      'The organiser enters a mark in the name of a judge. A new mark of the same judge for the same entrant replaces the earlier one.',
    example: {
      body: { judge: 'eve', entrant: 'house:random', points: 20 },
      answer: { ...CUP, status: 'over' },
    },
  },
  changePlan: {
    description:
      'Only the organiser may do this. Parts that the request leaves out stay as they are. The clock and the start can change only before the start.',
    example: {
      body: { starts: '2026-05-16T09:30:00.000Z', atOnce: 4 },
      answer: { ...CUP, status: 'waiting' },
    },
  },
  callRound: {
    description: 'The arena calls the matches of this round at once, whatever time the plan gives.',
    example: { body: { round: 2 }, answer: CUP },
  },
  extendPlan: {
    description: '`what` names the start, the break or the absence; `minutes` says how much later it ends.',
    example: { body: { what: 'start', minutes: 5 }, answer: { ...CUP, status: 'waiting' } },
  },
  replayMatch: {
    description:
      'The old result does not count any more, and its record stays. The server refuses this if later matches depend on the result. All visitors see the reason.',
    example: { body: { key: 'rr-2v3-g1', reason: 'the network was down' }, answer: CUP },
  },
  ruleMatch: {
    description:
      'You can also rule a finished or running match. The server refuses this if later matches depend on the result. All visitors see the reason.',
    example: {
      body: { key: 'ko-r2-t1-g1', winner: 'house:random', reason: 'the other left the room' },
      answer: CUP,
    },
  },
  sayHere: {
    description: 'This is for people at a browser: a client that asks for its games need not send it.',
    example: { answer: CUP },
  },
  listTournamentActions: {
    description:
      'Each change has its time, its organiser, a sentence and the reason. For the next page give `next` as `before`.',
    example: {
      answer: {
        actions: [
          {
            id: 212,
            at: '2026-05-16T22:32:11.548Z',
            who: 'Organiser',
            what: 'Ruled that house:random wins house:perfect against house:random (final)',
            reason: 'the other left the room',
          },
          {
            id: 196,
            at: '2026-05-16T22:32:11.120Z',
            who: 'Organiser',
            what: 'Had house:perfect against house:random (final) played again',
            reason: 'the screen went dark',
          },
        ],
        next: null,
      },
    },
  },
  listJudges: {
    description: 'The answer does not show the tokens of the links again.',
    example: { answer: JUDGES },
  },
  inviteJudge: {
    description: 'Only the organiser may do this. Only this answer shows the link.',
    example: {
      body: { name: 'Ada' },
      answer: {
        judge: { id: '9xenhhi92330', name: 'Ada', created: '2026-05-16T22:33:33.446Z', revoked: null },
        token: '9xenhhi92330.SECRET',
        path: '/judge#9xenhhi92330.SECRET',
      },
    },
  },
  revokeJudge: {
    description: 'The answer lists the judges that are left, with every change of a mark.',
    example: { answer: JUDGES },
  },
  setJudging: {
    description: 'If the contest has no number yet, the first link of a judge sets 20.',
    example: { body: { points: 20 }, answer: { points: 20, isFixed: false, judges: [], changes: [] } },
  },
  getJudging: {
    description: 'For a judge, with the token of the link: `Authorization: Bearer TOKEN`.',
    example: {
      answer: {
        tournament: 1,
        name: 'Cup',
        title: 'Tic-tac-toe Arena',
        status: 'waiting',
        published: null,
        judge: 'Ada',
        points: 20,
        rows: [
          { entrant: 'house:perfect', place: null, points: 0, mark: null },
          { entrant: 'house:random', place: null, points: 0, mark: 12 },
        ],
      },
    },
  },
  giveOwnMark: {
    description: 'For a judge, with the token of the link: `Authorization: Bearer TOKEN`.',
    example: {
      body: { entrant: 'house:random', points: 17.5 },
      answer: { entrant: 'house:random', points: 17.5 },
    },
  },
  getReportHtml: {
    description: "The report has the judges' marks only after they are published, also for the organiser.",
    example: { answer: '<!doctype html>\n<html lang="en">…</html>\n' },
  },
  getReportCsv: {
    description: "The report has the judges' marks only after they are published, also for the organiser.",
    example: {
      answer:
        'match,stage,first,second,score,winner,how it ended,record\r\nko-r1-t2-g1,semi-final,house:first,house:random,0–0,drawn,"drawn by a full board; drawn 0–0, house:ra…',
    },
  },
  getReportMarkdown: {
    description: "The report has the judges' marks only after they are published, also for the organiser.",
    example: {
      answer:
        '# Cup\n\n3 entrants, tic-tac-toe, single-elimination, seed 5: 2 matches played, 2 games.\n\n## Standings\n\n| \\# | entrant | points | won | drawn | lost | rounds | de…',
    },
  },
  getReportJson: {
    description: "The report has the judges' marks only after they are published, also for the organiser.",
    example: {
      answer: {
        title: 'Cup',
        challenge: 'tic-tac-toe',
        format: 'single-elimination',
        options: { bestOf: 1, extraPairs: 0, thirdPlace: true },
        seed: 5,
        entrants: [
          { name: 'house:perfect', bot: 'house:perfect' },
          { name: 'house:random', bot: 'house:random' },
        ],
        openings: true,
        isDone: true,
        matches: { played: 2, forfeited: 0, void: 0 },
        rounds: { games: 2, different: 2 },
        standings: [
          {
            place: 1,
            name: 'house:random',
            points: 45,
            judged: 19.5,
            total: 64.5,
            tournamentPlace: 2,
            matchPoints: 1,
            wins: 0,
            draws: 1,
            losses: 1,
            byes: 0,
            forfeits: 0,
            voids: 0,
            roundsWon: 0,
            roundsLost: 1,
            reason: {
              kind: 'above',
              next: 'house:perfect',
              rule: 'total',
              own: { value: 64.5, text: '64.5 (45 + 19.5)' },
              other: { value: 50, text: '50' },
            },
            why: "Above house:perfect by total with the judges' points: 64.5 (45 + 19.5) against 50",
          },
          {
            place: 2,
            name: 'house:perfect',
            points: 50,
            total: 50,
            tournamentPlace: 1,
            matchPoints: 2,
            wins: 1,
            draws: 0,
            losses: 0,
            byes: 0,
            forfeits: 0,
            voids: 0,
            roundsWon: 1,
            roundsLost: 0,
            reason: {
              kind: 'above',
              next: 'house:first',
              rule: 'total',
              own: { value: 50, text: '50' },
              other: { value: 40, text: '40' },
            },
            why: "Above house:first by total with the judges' points: 50 against 40",
          },
        ],
        rules: [
          'Contest points: 50 for first place, 5 less for each place after it, and judges add up to 20; equal totals go by place',
          'How far they got: who lost later in the knock-out is above who lost earlier',
        ],
        notes: [],
        ratings: [
          {
            name: 'house:perfect',
            elo: 598.8,
            low: -518.8,
            high: 1716.4,
            rounds: 1,
            different: 1,
            points: 1,
            superiority: [0.5, 0.7959],
          },
          {
            name: 'house:random',
            elo: -256.5,
            low: -1394.3,
            high: 881.3,
            rounds: 2,
            different: 2,
            points: 0.5,
            superiority: [0.2041, 0.5],
          },
        ],
        goingFirst: { elo: 256.5, low: -1348.2, high: 1861.2 },
        crosstable: [
          [
            null,
            {
              wins: 0,
              draws: 0,
              losses: 1,
              forfeits: 0,
              voids: 0,
              roundsWon: 0,
              roundsLost: 1,
              matches: ['ko-r2-t1-g1'],
            },
          ],
          [
            {
              wins: 1,
              draws: 0,
              losses: 0,
              forfeits: 0,
              voids: 0,
              roundsWon: 1,
              roundsLost: 0,
              matches: ['ko-r2-t1-g1'],
            },
            null,
          ],
        ],
        bracket: {
          parts: [
            {
              title: 'Knock-out',
              rounds: [
                {
                  title: 'semi-final',
                  ties: [
                    {
                      id: 'ko-r1-t1',
                      title: 'semi-final',
                      slots: [
                        { entrant: 'house:perfect', seed: 1 },
                        { entrant: null, seed: 4 },
                      ],
                      score: [0, 0],
                      rounds: [0, 0],
                      draws: 0,
                      matches: [],
                      winner: 0,
                      decided: 'bye',
                      winnerTo: { tie: 'ko-r2-t1', slot: 0 },
                      loserTo: { tie: 'ko-third', slot: 0 },
                    },
                    {
                      id: 'ko-r1-t2',
                      title: 'semi-final',
                      slots: [
                        { entrant: 'house:random', seed: 2 },
                        { entrant: 'house:first', seed: 3 },
                      ],
                      score: [0, 0],
                      rounds: [0, 0],
                      draws: 1,
                      matches: ['ko-r1-t2-g1'],
                      winner: 0,
                      decided: 'better-seed',
                      winnerTo: { tie: 'ko-r2-t1', slot: 1 },
                      loserTo: { tie: 'ko-third', slot: 1 },
                    },
                  ],
                },
                {
                  title: 'final',
                  ties: [
                    {
                      id: 'ko-r2-t1',
                      title: 'final',
                      slots: [
                        { entrant: 'house:perfect', seed: 1, from: { kind: 'winner', tie: 'ko-r1-t1' } },
                        { entrant: 'house:random', seed: 2, from: { kind: 'winner', tie: 'ko-r1-t2' } },
                      ],
                      score: [1, 0],
                      rounds: [1, 0],
                      draws: 0,
                      matches: ['ko-r2-t1-g1'],
                      winner: 0,
                      decided: 'matches',
                    },
                  ],
                },
              ],
            },
            {
              title: 'Third place',
              rounds: [
                {
                  title: 'Third place',
                  ties: [
                    {
                      id: 'ko-third',
                      title: 'match for third place',
                      slots: [
                        { entrant: null, from: { kind: 'loser', tie: 'ko-r1-t1' } },
                        { entrant: 'house:first', seed: 3, from: { kind: 'loser', tie: 'ko-r1-t2' } },
                      ],
                      score: [0, 0],
                      rounds: [0, 0],
                      draws: 0,
                      matches: [],
                      winner: 1,
                      decided: 'bye',
                    },
                  ],
                },
              ],
            },
          ],
        },
        statistics: [
          {
            name: 'house:random',
            seats: [
              { wins: 0, draws: 0, losses: 0 },
              { wins: 0, draws: 1, losses: 1 },
            ],
            rounds: 2,
            turns: 10,
            crashes: 0,
            timeouts: 0,
            illegal: 0,
            resigned: 0,
          },
          {
            name: 'house:perfect',
            seats: [
              { wins: 1, draws: 0, losses: 0 },
              { wins: 0, draws: 0, losses: 0 },
            ],
            rounds: 1,
            turns: 5,
            crashes: 0,
            timeouts: 0,
            illegal: 0,
            resigned: 0,
          },
        ],
        games: [
          {
            key: 'ko-r1-t2-g1',
            stage: 'semi-final',
            round: 1,
            players: ['house:first', 'house:random'],
            how: 'played',
            winner: null,
            score: [0, 0],
            opening: { opening: 'SW NE C SE' },
            tie: 'drawn 0–0, house:random advances by seeding',
            rounds: [{ winner: null, turns: 5, reason: 'drawn by a full board' }],
          },
          {
            key: 'ko-r2-t1-g1',
            stage: 'final',
            round: 2,
            players: ['house:perfect', 'house:random'],
            how: 'played',
            winner: 'house:perfect',
            score: [1, 0],
            opening: { opening: 'E W' },
            rounds: [{ winner: 'house:perfect', turns: 5, reason: 'house:perfect won by three in a row' }],
          },
        ],
        moveTimes: [
          {
            name: 'house:random',
            moves: 0,
            meanMs: null,
            percentiles: { '50': null, '90': null, '95': null, '99': null },
            longestMs: 0,
          },
          {
            name: 'house:perfect',
            moves: 0,
            meanMs: null,
            percentiles: { '50': null, '90': null, '95': null, '99': null },
            longestMs: 0,
          },
        ],
        memory: [
          { name: 'house:random', peakBytes: null },
          { name: 'house:perfect', peakBytes: null },
        ],
      },
    },
  },
  setEntry: {
    description:
      'A team joins by the link `join` of the contest, also where only the organiser registers teams: the code is the permission. The link stays the same unless `newLink` is true.',
    example: { body: { entry: 'open' }, answer: { ...CUP, status: 'waiting' } },
  },
  getJoinLink: {
    description: 'The link also works when entry is closed, and when the contest has begun.',
    example: {
      answer: {
        tournament: {
          id: 1,
          name: 'Cup',
          challenge: 'tic-tac-toe',
          title: 'Tic-tac-toe Arena',
          format: 'round-robin',
          formatTitle: 'Round robin',
          status: 'waiting',
          published: null,
          created: '2026-05-16T22:32:16.194Z',
          entrants: 2,
          played: 0,
          known: 1,
          leader: null,
          entry: 'approval',
          entryCloses: null,
          join: '/join/m34ydh',
          starts: null,
          nextRound: null,
          absent: [],
        },
        joined: 1,
        you: {
          player: { id: 1001, name: 'Ann', role: 'player', created: '2026-05-16T22:32:16.320Z' },
          state: 'in',
        },
      },
    },
  },
  joinTournament: {
    description:
      'A team that is signed in joins as itself, and the server ignores `name`. A second request is no error: the answer has the state of the team.',
    example: {
      body: { name: 'Ann', members: 'Ann, Bo' },
      answer: {
        player: { id: 1001, name: 'Ann', role: 'player', created: '2026-05-16T22:32:08.611Z' },
        tournament: 1,
        state: 'in',
      },
    },
  },
  decideTeam: {
    description: '`in` approves the team or enters it, `refused` refuses it. Only before the contest starts.',
    example: { body: { state: 'in' }, answer: { ...CUP, status: 'waiting' } },
  },
  leaveTournament: {
    description: 'A team names itself. The answer has no body.',
    example: {},
  },
  chooseEntrant: {
    description:
      '`bot:ID` plays its newest version, `wire` means that the team plays over a wire. `null` leaves the choice to the arena: its newest bot that can play.',
    example: { body: { plays: 'wire' }, answer: { plays: 'wire' } },
  },
  getReadiness: {
    description:
      'Only the organiser and the team itself see why a bot did not pass, and the members of a team.',
    example: {
      answer: {
        tournament: {
          id: 1,
          name: 'Cup',
          challenge: 'tic-tac-toe',
          title: 'Tic-tac-toe Arena',
          format: 'round-robin',
          formatTitle: 'Round robin',
          status: 'waiting',
          published: null,
          created: '2026-05-16T22:32:08.341Z',
          entrants: 2,
          played: 0,
          known: 1,
          leader: null,
          entry: 'open',
          entryCloses: null,
          join: '/join/w56gwr',
          starts: null,
          nextRound: null,
          absent: [],
        },
        teams: [
          {
            player: null,
            name: 'house:random',
            state: 'in',
            joined: null,
            members: null,
            choice: null,
            plays: 'house:random',
            bot: null,
            wire: null,
            lastSeen: null,
          },
          {
            player: 1001,
            name: 'Ann',
            state: 'in',
            joined: '2026-05-16T22:32:08.611Z',
            members: 'Ann, Bo',
            choice: null,
            plays: null,
            bot: null,
            wire: null,
            lastSeen: '2026-05-16T22:32:08.882Z',
          },
        ],
      },
    },
  },
  getContestsFeed: {
    description: 'For feed readers. With `If-None-Match` an unchanged feed answers 304.',
    example: {
      answer: '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">…</feed>\n',
    },
  },
  getContestFeed: {
    description: 'For feed readers. With `If-None-Match` an unchanged feed answers 304.',
    example: {
      answer: '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">…</feed>\n',
    },
  },
} satisfies Readonly<Record<string, OperationText>>
