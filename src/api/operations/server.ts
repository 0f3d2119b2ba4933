import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of the server itself. */
export const serverOperations = {
  listSlides: {
    description:
      'The pictures are in the folder of `--slides`. The server reads the folder anew at each request.',
    example: {
      answer: { slides: [{ name: 'sponsors.png', url: '/slides/sponsors.png?v=1794868426102-70' }] },
    },
  },
  getSlide: {
    description: 'The file as the organiser put it into the folder of slides.',
    example: { answer: 'The bytes of the picture' },
  },
  getHealth: {
    description: 'The check does not read the store. Use it for the liveness probe of a supervisor.',
    example: { answer: { status: 'ok' } },
  },
  getReadyState: {
    description: 'The check reads the store. Use it for the readiness probe of a load balancer.',
    example: { answer: { status: 'ok', playing: 0, queued: 0 } },
  },
  getServerState: {
    description:
      '`short`: the disk has little room left, so uploads, builds and new matches wait. `full`: running matches stand still, too. The arena goes on by itself when there is room.',
    example: {
      answer: {
        disk: 'ample',
        announcement: {
          id: 11,
          text: 'Round 2 begins at 14:00',
          posted: '2026-05-16T13:40:00.000Z',
          expires: '2026-05-16T14:00:00.000Z',
        },
      },
    },
  },
  getMetrics: {
    description: 'Counters and gauges of requests, moves, matches, spectators and failures.',
    example: {
      answer:
        '# HELP gamegrid_matches_playing Matches that are being played\n# TYPE gamegrid_matches_playing gauge\ngamegrid_matches_playing 3\n',
    },
  },
  listActions: {
    description:
      'Each change has its time, its organiser, and the body of the request without secrets. For the next page give `next` as `before`.',
    example: {
      answer: {
        actions: [
          {
            id: 19,
            time: '2026-05-16T09:30:00.000Z',
            player: 1000,
            key: 'a7xeibmbbzi6',
            address: '192.0.2.7',
            method: 'POST',
            path: '/api/v1/players',
            input: '{"name":"Red Ants"}',
          },
        ],
        next: 13,
      },
    },
  },
  announce: {
    description: 'The message is plain text. It ends at `expires`, or when you delete it.',
    example: {
      body: { text: 'Round 2 begins at 14:00', expires: '2026-05-16T14:00:00.000Z' },
      answer: {
        id: 11,
        text: 'Round 2 begins at 14:00',
        posted: '2026-05-16T13:40:00.000Z',
        expires: '2026-05-16T14:00:00.000Z',
      },
    },
  },
  endAnnouncement: {
    description: 'A request without a message to delete is no error.',
    example: {},
  },
  downloadClient: {
    description: 'The package is the release that the server runs, and it knows the address of this arena.',
    example: { answer: 'The bytes of an npm package' },
  },
} satisfies Readonly<Record<string, OperationText>>
