import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of bots and their versions. */
export const botsOperations = {
  registerBot: {
    description: 'A bot belongs to your team and to one challenge. Upload its first version next.',
    example: {
      body: { challenge: 'longest-group', name: 'crusher' },
      answer: {
        id: 1,
        player: 1001,
        challenge: 'longest-group',
        name: 'crusher',
        created: '2026-05-16T22:24:42.316Z',
        plays: null,
      },
    },
  },
  listBots: {
    description:
      'The list is in the order of ids. For the next page give the last id as `after`. You can filter by team and challenge.',
    example: {
      answer: {
        bots: [
          {
            id: 1,
            player: 1001,
            challenge: 'longest-group',
            name: 'crusher',
            created: '2026-05-16T22:26:13.658Z',
            plays: null,
          },
          {
            id: 2,
            player: 1002,
            challenge: 'longest-group',
            name: 'crusher',
            created: '2026-05-16T22:26:13.720Z',
            plays: null,
          },
        ],
      },
    },
  },
  getBot: {
    description: 'Its name, its team and its challenge. Versions are under `/versions`.',
    example: {
      answer: {
        id: 1,
        player: 1001,
        challenge: 'longest-group',
        name: 'crusher',
        created: '2026-05-16T22:26:14.691Z',
        plays: 2,
      },
    },
  },
  uploadVersion: {
    description:
      'The arena unpacks and builds the upload, and tries it in one game. Ask for the version to see the result, or follow its events. With `file` the body is one source of that name, like bot.py: the ending names the language. `build` (repeatable) and `run` are command lines. Without them the arena takes them from gamegrid.json, or derives them from the files. The first word of each is a file of the upload, like `./bot`, or the name of a runtime, like `python3`.',
    example: {
      body: 'The bytes of a zip, tar or tar.gz file, or of one source file',
      answer: {
        bot: 1,
        version: 1,
        kind: 'upload',
        status: 'waiting',
        report: null,
        log: null,
        created: '2026-05-16T09:30:00.000Z',
      },
    },
  },
  listVersions: {
    description:
      '`status` says whether the build and the trial have passed. Only a version that passed can play.',
    example: {
      answer: {
        versions: [
          {
            bot: 1,
            version: 1,
            kind: 'upload',
            status: 'passed',
            report: 'talker won by the longest group (11 against 9)',
            log: '$ gcc -O2 -o bot bot.c',
            created: '2026-05-16T22:27:37.282Z',
          },
        ],
      },
    },
  },
  addProgram: {
    description:
      'The command runs on the server as it is, without a build. Only the organiser may name commands of the server.',
    example: {
      body: { command: 'node /srv/bots/bot.mjs' },
      answer: {
        bot: 1,
        version: 1,
        kind: 'program',
        status: 'waiting',
        report: null,
        log: null,
        created: '2026-05-16T22:26:50.953Z',
      },
    },
  },
  streamBuild: {
    description:
      'Server-sent events: `step` says what the arena does now, `line` is a line of output, and `verdict`, the last event, is the version. Late followers get all events from the beginning of the build. If the version has its verdict already, the stored log comes as lines. A WebSocket to the same address gets the same text.',
    example: {
      answer:
        'event: line\ndata: {"text":"$ echo first","from":"arena"}\n\nevent: line\ndata: {"text":"first","from":"program"}\n\nevent: line\ndata: {"text":"$ sleep 1","from":"are…',
    },
  },
  retryVersion: {
    description: 'Only for a version with the status `unjudged`: the server, not the bot, failed.',
    example: {
      answer: {
        bot: 1,
        version: 1,
        kind: 'upload',
        status: 'waiting',
        report: null,
        log: null,
        created: '2026-05-16T22:26:35.073Z',
      },
    },
  },
  downloadVersion: {
    description: 'The answer has the same bytes as the upload.',
    example: { answer: 'The bytes of the archive' },
  },
} satisfies Readonly<Record<string, OperationText>>
