import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of teams, keys and sessions. */
export const playersOperations = {
  registerTeam: {
    description:
      'Keep the key: the server stores only its hash. Every team has another name. An arena may let only its organiser register teams.',
    example: {
      body: { name: 'Red Ants' },
      answer: {
        id: 1001,
        name: 'Red Ants',
        role: 'player',
        created: '2026-05-16T09:30:00.000Z',
        key: 'gg_4rj57ovy5i2h_SECRET',
      },
    },
  },
  listPlayers: {
    description:
      'Teams and organisers, in the order of their registration. For the next page give the last id as `after`.',
    example: {
      answer: {
        players: [
          { id: 1000, name: 'Organiser', role: 'organiser', created: '2026-05-16T22:31:05.282Z' },
          { id: 1001, name: 'Ann', role: 'player', created: '2026-05-16T22:31:05.004Z' },
        ],
      },
    },
  },
  getMe: {
    description: 'The answer is the team or organiser of the key or session.',
    example: { answer: { id: 1001, name: 'Red Ants', role: 'player', created: '2026-05-16T09:30:00.000Z' } },
  },
  getPlayer: {
    description: 'The answer has the name, the role, and the time of registration.',
    example: { answer: { id: 1001, name: 'Red Ants', role: 'player', created: '2026-05-16T09:30:00.000Z' } },
  },
  listKeys: {
    description: 'The list never shows a key again, only its id, its use and its dates.',
    example: {
      answer: {
        keys: [
          {
            id: 'ha0h562a9awx',
            use: 'api',
            created: '2026-05-16T22:30:48.517Z',
            expires: null,
            from: '2jn161fitsp5',
          },
          {
            id: 'nesiwm1l0nou',
            use: 'api',
            created: '2026-05-16T22:30:48.684Z',
            expires: null,
            from: '2jn161fitsp5',
          },
        ],
      },
    },
  },
  addKey: {
    description: 'Use one key for each program, so that you can revoke one without the others.',
    example: { answer: { id: '434hosr46kaa', key: 'gg_434hosr46kaa_SECRET' } },
  },
  rotateKey: {
    description: 'The old key ends at once, and so do the sessions of browsers that signed in with it.',
    example: { answer: { id: '2lrxzbtmosr7', key: 'gg_2lrxzbtmosr7_SECRET' } },
  },
  revokeKey: {
    description: 'The key ends at once and cannot come back.',
    example: {},
  },
  getStatistics: {
    description: 'Wins, draws, losses and faults for each challenge, computed from finished matches.',
    example: {
      answer: {
        player: 1001,
        challenges: [
          {
            challenge: 'quoridor',
            title: 'Quoridor Arena',
            played: 1,
            won: 0,
            drawn: 0,
            lost: 1,
            meanMs: 83.5,
            longestMs: 315,
            faults: [],
          },
          {
            challenge: 'tic-tac-toe',
            title: 'Tic-tac-toe Arena',
            played: 2,
            won: 1,
            drawn: 0,
            lost: 1,
            meanMs: 88.2,
            longestMs: 165,
            faults: [{ kind: 'garbled', count: 1 }],
          },
        ],
      },
    },
  },
  signIn: {
    description: 'The cookie is for pages of this arena. The session ends with the key that made it.',
    example: {
      body: { key: 'gg_4rj57ovy5i2h_SECRET' },
      answer: { id: 1001, name: 'Red Ants', role: 'player', created: '2026-05-16T09:30:00.000Z' },
    },
  },
  getSession: {
    description: 'A browser that is not signed in gets `null`, which is no error.',
    example: {
      answer: {
        person: { id: 1001, name: 'Red Ants', role: 'player', created: '2026-05-16T09:30:00.000Z' },
      },
    },
  },
  signOut: {
    description: 'The session ends on the server, too. A request without a session is no error.',
    example: {},
  },
  addSignInLink: {
    description: 'Only this answer shows the link.',
    example: {
      answer: {
        token: '8mop2gr33zxi.SECRET',
        path: '/sign-in#8mop2gr33zxi.SECRET',
        expires: '2026-05-17T22:32:20.420Z',
      },
    },
  },
  signInByLink: {
    description: 'The token works once. The answer names the team.',
    example: {
      body: { token: '8mop2gr33zxi.SECRET' },
      answer: { id: 1001, name: 'Red Ants', role: 'player', created: '2026-05-16T09:30:00.000Z' },
    },
  },
  listTeams: {
    description:
      'Each team with its numbers of bots and matches. `search` finds a part of a name, in any letter case.',
    example: {
      answer: {
        teams: [
          {
            id: 1001,
            name: 'Red Ants',
            created: '2026-05-16T22:33:37.407Z',
            bots: 0,
            played: 1,
            won: 1,
            drawn: 0,
            lost: 0,
            lastPlayed: '2026-05-16T22:33:38.121Z',
          },
          {
            id: 1002,
            name: 'Éclair 100%',
            created: '2026-05-16T22:33:37.453Z',
            bots: 0,
            played: 1,
            won: 0,
            drawn: 0,
            lost: 1,
            lastPlayed: '2026-05-16T22:33:38.121Z',
          },
        ],
      },
    },
  },
  getTeam: {
    description: 'The same row as in the list of teams.',
    example: {
      answer: {
        id: 1001,
        name: 'Red Ants',
        created: '2026-05-16T22:33:37.407Z',
        bots: 0,
        played: 1,
        won: 1,
        drawn: 0,
        lost: 0,
        lastPlayed: '2026-05-16T22:33:38.121Z',
      },
    },
  },
  becomeOrganiser: {
    description: 'Only this answer shows the key. The answer also signs the browser in.',
    example: {
      body: { token: 'djn66ai8kygc.SECRET' },
      answer: {
        id: 1000,
        name: 'Organiser',
        role: 'organiser',
        created: '2026-05-16T22:24:17.659Z',
        key: 'gg_4b9q9a8ezgnl_SECRET',
      },
    },
  },
} satisfies Readonly<Record<string, OperationText>>
