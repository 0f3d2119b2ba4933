import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of the wire of the SSE arena. */
export const sseArenaOperations = {
  startBattle: {
    description:
      'The first event says which side you are, then every command of both players follows, then the winner; then the server closes the stream. A second stream of a battle gets all events so far, then the new ones.',
    example: {
      answer:
        'data: {"youAre":"O","id":"1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"}\n\ndata: {"player":"O","action":"putSymbol","position":"NW"}\n\ndata: {"player":"X","action":"putSymbol","position":"C"}\n\ndata: {"winner":"O"}\n\n',
    },
  },
  playBattle: {
    description:
      'The server answers 200 to every command in a running battle, also to one that loses: the contest document asks for that. The next events of the stream show its effect.',
    example: {
      body: { action: 'putSymbol', position: 'NW' },
      answer: {
        message: 'received your command',
        moveId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
        clock: 19500,
      },
    },
  },
  evaluateTeam: {
    description:
      'The arena calls the team at `teamUrl` once for each case. When all battles are over it posts `runId`, the score and a message to `callbackUrl`.',
    example: {
      body: {
        runId: 'run-7',
        teamUrl: 'https://bots.example.org',
        callbackUrl: 'https://coordinator.example.org/score',
        caseType: 'BASE_AI_O',
      },
      answer: { battleIds: ['1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'], errors: {} },
    },
  },
  practiseBattle: {
    description:
      'The answer has the id of the battle. Without `teamUrl` you start the battle yourself; with it the arena calls your team.',
    example: {
      body: { caseType: 'BASE_AI_O' },
      answer: { battleId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed' },
    },
  },
  streamDemo: {
    description:
      'The stream is the same each time, except for the id of the battle. It needs no battle and no key.',
    example: {
      answer:
        'data: {"youAre":"O","id":"1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"}\n\ndata: {"player":"O","action":"putSymbol","position":"C"}\n\ndata: {"player":"X","action":"putSymbol","position":"NW"}\n\ndata: {"winner":"O"}\n\n',
    },
  },
} satisfies Readonly<Record<string, OperationText>>
