import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of evaluations and battles. */
export const evaluationsOperations = {
  getMyTeamUrls: {
    description:
      'The answer has one row for each challenge of the SSE arena for which the team has set a URL.',
    example: { answer: { urls: [{ challenge: 'tic-tac-toe', url: 'https://bots.example.org' }] } },
  },
  setMyTeamUrls: {
    description:
      'A request sets the URL of one challenge. The arena posts to the URL with the name of the game appended. `null` removes the URL.',
    example: {
      body: { challenge: 'tic-tac-toe', url: 'https://bots.example.org' },
      answer: { urls: [{ challenge: 'tic-tac-toe', url: 'https://bots.example.org' }] },
    },
  },
  getTeamUrls: {
    description:
      'The answer has one row for each challenge of the SSE arena for which the team has set a URL.',
    example: { answer: { urls: [{ challenge: 'tic-tac-toe', url: 'https://bots.example.org' }] } },
  },
  setTeamUrls: {
    description:
      'A request sets the URL of one challenge. The arena posts to the URL with the name of the game appended. `null` removes the URL.',
    example: {
      body: { challenge: 'tic-tac-toe', url: 'https://bots.example.org' },
      answer: { urls: [{ challenge: 'tic-tac-toe', url: 'https://bots.example.org' }] },
    },
  },
  listCases: {
    description: 'Each case has the moves of the house in words, the seat of your team, and its points.',
    example: {
      answer: {
        cases: [
          { case: 'BASE_AI_FIRST', about: 'plays anything that is legal', side: 'second', possible: 15 },
          { case: 'BASE_AI_SECOND', about: 'plays anything that is legal', side: 'first', possible: 15 },
        ],
      },
    },
  },
  beginEvaluation: {
    description:
      'The arena calls your team URL once for each case. Follow the run by its events, or ask for it again.',
    example: {
      body: { challenge: 'tic-tac-toe', caseType: 'BASE_AI_O', player: 1001 },
      answer: {
        id: 1,
        challenge: 'tic-tac-toe',
        player: 1001,
        teamUrl: 'https://bots.example.org',
        caseType: 'BASE_AI_O',
        status: 'running',
        score: null,
        possible: null,
        message: null,
        callback: null,
        created: '2026-05-16T22:28:58.970Z',
        ended: null,
        cases: [
          {
            case: 'BASE_AI_O',
            about: 'takes the first empty square',
            side: 'X',
            battle: 'ea6cb3e0-0143-409d-9282-a80e00512a74',
            match: 1,
            status: 'waiting',
            possible: 20,
            points: null,
            reason: null,
          },
        ],
      },
    },
  },
  listEvaluations: {
    description: 'For the next page give the last id as `before`.',
    example: {
      answer: {
        evaluations: [
          {
            id: 1,
            challenge: 'tic-tac-toe',
            player: 1001,
            teamUrl: 'https://bots.example.org',
            caseType: 'C_AI_DUP',
            status: 'over',
            score: 4,
            possible: 4,
            message:
              '4 of 4 points\nC_AI_DUP 4 of 4: Your team won: the house played "W" on turn 2, which is illegal there',
            callback: null,
            created: '2026-05-16T22:28:44.646Z',
            ended: '2026-05-16T22:28:47.300Z',
          },
        ],
        next: null,
      },
    },
  },
  getEvaluation: {
    description: 'Each case with its battle, its score and the reason.',
    example: {
      answer: {
        id: 1,
        challenge: 'tic-tac-toe',
        player: 1001,
        teamUrl: 'https://bots.example.org',
        caseType: null,
        status: 'over',
        score: 80,
        possible: 100,
        message:
          '80 of 100 points\nBASE_AI_O 20 of 20: Your team won by three in a row\nBASE_AI_X 20 of 20: Your team won by three in a row\nAB_AI_O 20 of 20: Drawn by a full board…',
        callback: null,
        created: '2026-05-16T22:28:11.040Z',
        ended: '2026-05-16T22:28:15.817Z',
        cases: [
          {
            case: 'BASE_AI_O',
            about: 'takes the first empty square',
            side: 'X',
            battle: '9310423d-2447-46aa-9d7c-4882388324ab',
            match: 1,
            status: 'over',
            possible: 20,
            points: 20,
            reason: 'Your team won by three in a row',
          },
          {
            case: 'BASE_AI_X',
            about: 'takes the first empty square',
            side: 'O',
            battle: 'be5dafd1-edcb-48e4-ba9f-5eaf36ae8348',
            match: 2,
            status: 'over',
            possible: 20,
            points: 20,
            reason: 'Your team won by three in a row',
          },
        ],
      },
    },
  },
  streamEvaluation: {
    description:
      '`event: run` is the present state of the evaluation, `event: line` a line of a transcript with the id of its battle, `event: end` is the last. A WebSocket to the same address gets the same text.',
    example: {
      answer:
        'event: line\ndata: {"battle":"2ae95111-37c3-4b5e-bae1-b61e07cf45e2","at":"2026-05-16T22:28:45.032Z","round":0,"turn":0,"from":"arena","text":"POST http://127.0.0…',
    },
  },
  beginBattle: {
    description:
      'The other team needs a team URL for the challenge. If your team has none, you start the battle yourself with the id in the answer.',
    example: {
      body: { challenge: 'tic-tac-toe', opponent: 'player:1002' },
      answer: {
        battle: 'd856620b-026f-4239-be46-b281ccb5c820',
        match: 26,
        challenge: 'tic-tac-toe',
        side: 'O',
        case: null,
        status: 'playing',
        winner: null,
        reason: null,
      },
    },
  },
  getBattle: {
    description: 'The answer names the match, the seat of your team, and how the battle ended.',
    example: {
      answer: {
        battle: 'b43ee045-2f02-418b-8ba8-23c2eb6fe9bd',
        match: 18,
        challenge: 'tic-tac-toe',
        side: 'X',
        case: null,
        status: 'over',
        winner: 'O',
        reason:
          'house:baseline won: Team sent something unreadable on turn 2 (Cannot read move "{\\"action\\":\\"putSymbol\\",\\"position\\":\\"\\"}": expected a square, one of NW N NE W C E SW S SE)',
      },
    },
  },
  getTranscript: {
    description: 'Each line with its time: calls, streams, events, commands and refusals.',
    example: {
      answer: {
        battle: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
        match: 24,
        reason: null,
        lines: [
          {
            at: '2026-05-16T09:30:00.000Z',
            from: 'team',
            text: 'GET /tic-tac-toe/start/1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
            round: 0,
            turn: 0,
          },
          {
            at: '2026-05-16T09:30:00.001Z',
            from: 'arena',
            text: 'data: {"youAre":"O","id":"1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"}',
            round: 0,
            turn: 0,
          },
        ],
      },
    },
  },
} satisfies Readonly<Record<string, OperationText>>
