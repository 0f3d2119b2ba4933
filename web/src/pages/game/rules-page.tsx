import type { ChallengeHomeBody } from '../../../../src/api/challenges.ts'
import { fetchGuidePage } from '../../api/guide.ts'
import { useHome } from '../../api/use-home.ts'
import { useResource } from '../../api/use-resource.ts'
import { GuideText } from '../../help/guide-text.tsx'
import { GameFrame } from './game-frame.tsx'

interface ChallengeProps {
  readonly challenge: string
}

/** The full rules of a challenge. */
export const RulesPage = ({ challenge }: ChallengeProps) => (
  <FromGuide challenge={challenge} title="Rules" pick={({ rules }) => rules} />
)

/** How a bot of a challenge talks with the arena. */
export const WirePage = ({ challenge }: ChallengeProps) => (
  <FromGuide challenge={challenge} title="Wire" pick={({ wire }) => wire} />
)

interface FromGuideProps extends ChallengeProps {
  readonly title: string
  readonly pick: (pages: ChallengeHomeBody['pages']) => string | null
}

function FromGuide({ challenge, title, pick }: FromGuideProps) {
  const found = useHome(challenge)
  const path = found.home && pick(found.home.pages)
  const { value: page, problem } = useResource(path ?? undefined, (signal) =>
    fetchGuidePage(path ?? '', signal),
  )
  return (
    <GameFrame id={challenge} found={found} title={title}>
      {page && <GuideText page={page} />}
      {path === null && <p className="muted">The guide has no page about this yet.</p>}
      {!page && problem && <p role="alert">{problem.message}.</p>}
    </GameFrame>
  )
}
