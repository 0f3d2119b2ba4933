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
  downloadSource: {
    description:
      'A worker fetches the upload before it builds the version. The ticket is in the order of the build, and is valid as long as that order.',
    example: { answer: 'The bytes of the upload' },
  },
  handOverBuild: {
    description:
      'The worker hands over the built folder. The arena unpacks it when the worker has reported the SHA-256 of the same bytes with the verdict.',
    example: { body: 'The bytes of a tar.gz file' },
  },
  addWorkerKey: {
    description:
      'With the key a worker can fetch built versions, and the source of a version that it builds now. It can do nothing else. The keys of the organiser list it, and you can revoke it there.',
    example: { answer: { id: '434hosr46kaa', key: 'gg_434hosr46kaa_SECRET' } },
  },
  listWorkers: {
    description:
      'Each worker with its speed, its runtimes and the matches and builds that it does now, and the lengths of the queues.',
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
            building: [{ bot: 7, version: 2 }],
            failures: 0,
            setAside: null,
          },
        ],
        waiting: 0,
        waitingSince: null,
        missing: [],
        waitingBuilds: 0,
        missingBuilds: [],
        finals: [{ match: 9, outcome: 'same', says: 'hall-4:812 got the same moves' }],
      },
    },
  },
} satisfies Readonly<Record<string, OperationText>>
