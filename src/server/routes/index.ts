import { actionRoutes } from './actions.ts'
import { announcementRoutes } from './announcement.ts'
import { botRoutes } from './bots.ts'
import { challengeRoutes } from './challenges.ts'
import { entryRoutes } from './entry.ts'
import { evaluationRoutes } from './evaluations.ts'
import { feedRoutes } from './feeds.ts'
import { findingRoutes } from './findings.ts'
import { formatRoutes } from './formats.ts'
import { gameRoutes } from './games.ts'
import { guideRoutes } from './guide.ts'
import { healthRoutes } from './health.ts'
import { keyRoutes } from './keys.ts'
import { ladderRoutes } from './ladder.ts'
import { ladderOrganiserRoutes } from './ladder-organiser.ts'
import { laddersRoutes } from './ladders.ts'
import { judgingRoutes } from './judging.ts'
import { kitRoutes } from './kits.ts'
import { liveRoutes } from './live.ts'
import { matchRoutes } from './matches.ts'
import { mcpRoutes } from './mcp.ts'
import { modelRoutes } from './models.ts'
import { organiseTournamentRoutes } from './organise-tournaments.ts'
import { organiserRoutes } from './organiser.ts'
import { peopleRoutes } from './people.ts'
import { planTournamentRoutes } from './plan-tournaments.ts'
import { recordRoutes } from './records.ts'
import { reportRoutes } from './reports.ts'
import { sessionRoutes } from './session.ts'
import { signInLinkRoutes } from './sign-in-links.ts'
import { slideRoutes } from './slides.ts'
import { statisticsRoutes } from './statistics.ts'
import { teamBattleRoutes } from './team-battles.ts'
import { teamUrlRoutes } from './team-urls.ts'
import { teamRoutes } from './teams.ts'
import { tournamentRoutes } from './tournaments.ts'
import { versionRoutes } from './versions.ts'
import { webhookRoutes } from './webhooks.ts'
import { workerRoutes } from './workers.ts'
import type { App, ServerContext } from '../context.ts'

/** All routes of the API, but for those of the wires. */
export function apiRoutes(app: App, context: ServerContext): void {
  challengeRoutes(app, context)
  kitRoutes(app)
  guideRoutes(app)
  ladderRoutes(app, context)
  ladderOrganiserRoutes(app, context)
  laddersRoutes(app, context)
  peopleRoutes(app, context)
  keyRoutes(app, context)
  statisticsRoutes(app, context)
  sessionRoutes(app, context)
  signInLinkRoutes(app, context)
  teamRoutes(app, context)
  gameRoutes(app, context)
  matchRoutes(app, context)
  mcpRoutes(app, context)
  modelRoutes(app, context)
  recordRoutes(app, context)
  findingRoutes(app, context)
  liveRoutes(app, context)
  botRoutes(app, context)
  versionRoutes(app, context)
  formatRoutes(app)
  tournamentRoutes(app, context)
  teamUrlRoutes(app, context)
  organiseTournamentRoutes(app, context)
  planTournamentRoutes(app, context)
  judgingRoutes(app, context)
  reportRoutes(app, context)
  entryRoutes(app, context)
  evaluationRoutes(app, context)
  teamBattleRoutes(app, context)
  slideRoutes(app, context)
  healthRoutes(app, context)
  organiserRoutes(app, context)
  actionRoutes(app, context)
  announcementRoutes(app, context)
  webhookRoutes(app, context)
  workerRoutes(app, context)
  feedRoutes(app, context)
}
