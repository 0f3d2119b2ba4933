import { LaddersBody, LadderShareBody } from '../../api/ladder.ts'
import { ladderPlaces } from '../../arena/ladder-terms.ts'
import { CHALLENGES } from '../../challenges/index.ts'
import type { App, ServerContext } from '../context.ts'

const tags = ['ladders']

/** All ladders together, and what they may use of the machine. */
export function laddersRoutes(app: App, { arena, ladders, ladderTerms, store }: ServerContext): void {
  async function overview(): Promise<LaddersBody> {
    const enrolled = store.enrolledBots()
    const played = await Promise.all(CHALLENGES.map((challenge) => ladders.of(challenge)))
    const { share } = ladderTerms
    return {
      share,
      places: ladderPlaces(share, arena.programPlaces),
      running: store.unfinishedRated(),
      ladders: CHALLENGES.map(({ id, title }, index) => ({
        challenge: id,
        title,
        enrolled: enrolled.get(id) ?? 0,
        games: played[index]?.games ?? 0,
      })),
    }
  }

  app.get(
    '/api/v1/ladders',
    {
      schema: {
        summary: 'All ladders: enrolled bots, rated games, and their share of the machine',
        operation: 'listLadders',
        tags,
        access: 'public',
        response: { 200: LaddersBody },
      },
    },
    () => overview(),
  )

  app.put(
    '/api/v1/ladders/share',
    {
      schema: {
        summary: 'Set how much of the machine all ladders together may use; for the organiser',
        operation: 'setLadderShare',
        tags,
        access: 'organiser',
        body: LadderShareBody,
        response: { 200: LaddersBody },
      },
    },
    (request) => {
      ladderTerms.setShare(request.body.percent)
      return overview()
    },
  )
}
