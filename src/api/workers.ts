import { Type } from 'typebox'
import { DateTime, Id, List, Nullable, words, type Shape } from './schema.ts'

/** The workers of an arena, what they ask, and what waits for them. */

/** What a worker is told when it shows its key. */
export const WorkerWelcome = Type.Object({ gamegrid: Type.Literal('arena') })

export const ArchiveParams = Type.Object({
  sha: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'The SHA-256 of the archive',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
})

export const BuildParams = Type.Object({
  ticket: Type.String({
    pattern: '^[0-9a-f]{32}$',
    description: 'Names the build; it is in the order of the worker',
    examples: ['0f1e2d3c4b5a69788796a5b4c3d2e1f0'],
  }),
})

const BuildBody = Type.Object({ bot: Id, version: Type.Integer() })

export const WorkerBody = Type.Object({
  name: Type.String({ description: 'The machine and the process' }),
  release: Type.String({ description: 'Its release of gamegrid' }),
  cores: Type.Integer(),
  speed: Type.Number({ description: 'Turns of random games that one of its cores plays in a second' }),
  places: Type.Integer({ description: 'Matches that it plays at once' }),
  runtimes: Nullable(
    List(Type.String(), { description: 'For uploaded bots; null if it has no key of this arena' }),
  ),
  sandboxProblem: Nullable(Type.String({ description: 'Why uploaded bots cannot run there' })),
  playing: List(Id, { description: 'Matches that it plays now' }),
  building: List(BuildBody, { description: 'Versions that it builds and tries now' }),
  failures: Type.Integer({ description: 'Matches and builds that it did not bring to their end' }),
  setAside: Nullable(Type.String({ description: 'Why the arena accepts nothing from it any more' })),
})
export type WorkerBody = Shape<typeof WorkerBody>

/** Null for an arena that plays all matches itself. */
export const WorkersBody = Type.Object({
  workers: Nullable(List(WorkerBody)),
  waiting: Type.Integer({ description: 'Matches for workers that none has begun' }),
  waitingSince: Nullable(DateTime),
  missing: List(Type.Object({ match: Id, why: Type.String({ description: 'What no worker has' }) }), {
    description: 'Matches that no worker can play',
  }),
  waitingBuilds: Type.Integer({ description: 'Versions that wait for a worker to build them' }),
  missingBuilds: List(
    Type.Object({
      bot: Id,
      version: Type.Integer(),
      why: Type.String({ description: 'What no worker has' }),
    }),
    { description: 'Versions that no worker can build' },
  ),
  finals: List(
    Type.Object({
      match: Id,
      outcome: words(['same', 'other', 'none'], {
        description:
          'Whether another worker got the same moves. Other moves are no proof: bots may depend on time or chance',
      }),
      says: Type.String({ description: 'The same in words' }),
    }),
    { description: 'Finals with uploaded bots that another worker played again, the newest first' },
  ),
})
export type WorkersBody = Shape<typeof WorkersBody>
