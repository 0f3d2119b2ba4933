import { boostTronOperations } from './boost-tron.ts'
import { botsOperations } from './bots.ts'
import { challengesOperations } from './challenges.ts'
import { evaluationsOperations } from './evaluations.ts'
import { gamesOperations } from './games.ts'
import { guideOperations } from './guide.ts'
import { laddersOperations } from './ladders.ts'
import { matchesOperations } from './matches.ts'
import { modelOperations } from './models.ts'
import { playersOperations } from './players.ts'
import { serverOperations } from './server.ts'
import { sseArenaOperations } from './sse-arena.ts'
import { tournamentsOperations } from './tournaments.ts'
import { webhooksOperations } from './webhooks.ts'
import { workersOperations } from './workers.ts'

/**
 * Every operation of the API by its name. A route names its operation in its schema: without a row here it does not compile, and
 * the server does not start if a row lacks an example that its route needs.
 */
export const OPERATIONS = {
  ...boostTronOperations,
  ...sseArenaOperations,
  ...gamesOperations,
  ...challengesOperations,
  ...guideOperations,
  ...laddersOperations,
  ...playersOperations,
  ...matchesOperations,
  ...modelOperations,
  ...botsOperations,
  ...tournamentsOperations,
  ...evaluationsOperations,
  ...serverOperations,
  ...webhooksOperations,
  ...workersOperations,
}

export type OperationId = keyof typeof OPERATIONS
