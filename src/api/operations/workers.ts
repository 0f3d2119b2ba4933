import type { OperationText } from './operation-text.ts'

/** What the reference of the API says of workers. */
export const workersOperations = {
  checkWorkerKey: {
    description: 'A worker asks this when it starts.',
    example: { answer: { gamegrid: 'arena' } },
  },
  downloadBuild: {
    description: 'The same version always has the same archive, so a worker keeps it.',
    example: { answer: 'The bytes of a tar.gz file' },
  },
  addWorkerKey: {
    description:
      'It fetches what was built of uploaded versions, and opens nothing else. It is listed with the keys of the organiser, and revoked like them.',
    example: { answer: { id: '434hosr46kaa', key: 'gg_434hosr46kaa_SECRET' } },
  },
  listWorkers: {
    description:
      'Each worker with its speed, its runtimes and the matches that it plays now, and the lengths of the queues.',
    example: {
      answer: {
        workers: [
          {
            name: 'hall-3:4711',
            release: '0.1.0',
            cores: 8,
            speed: 52000,
            places: 4,
            runtimes: ['node', 'python'],
            sandboxProblem: null,
            playing: [12],
            failures: 0,
            setAside: null,
          },
        ],
        waiting: 0,
        waitingSince: null,
        missing: [],
      },
    },
  },
} satisfies Readonly<Record<string, OperationText>>
