import { useEffect, useState } from 'react'
import { lastIndex } from '../../story/cursor.ts'
import { useGame } from '../../story/games.ts'
import type { Story } from '../../story/story.ts'
import { useFollowing } from '../../story/use-following.ts'
import { useMatchInfo } from '../../watch/use-match-info.ts'
import { useTeamNames } from '../../watch/use-team-names.ts'
import { LargePicture } from './boards-scene.tsx'

/** So many positions of the end are shown, for so long in all; the result is read in the rest of the time. */
const POSITIONS = 14
const MOVES_MS = 8_000

/** The last moves of a finished match. */
export function ReplayScene({
  match,
  words,
}: {
  readonly match: number
  readonly words: string | undefined
}) {
  const { info } = useMatchInfo(match)
  const isKnown = useGame(info?.game)
  const following = useTeamNames(useFollowing(match, isKnown, true), info)
  const { story } = following
  const index = useLastMoves(story?.isComplete ? story : undefined)
  if (!info || !story || index === undefined) return <p className="tv-idle">{words}</p>
  return (
    <LargePicture
      title={info.title}
      story={story}
      following={following}
      index={index}
      note={words ?? 'Replay'}
    />
  )
}

/** Steps through the last positions; undefined until the whole match is there. */
function useLastMoves(story: Story | undefined): number | undefined {
  const [step, setStep] = useState(0)
  const last = story && lastIndex(story)
  const first = story && Math.max(story.rounds.at(-1)?.first ?? 0, (last ?? 0) - POSITIONS)
  const count = last !== undefined && first !== undefined ? last - first : 0
  useEffect(() => {
    if (count === 0) return
    const timer = setInterval(() => setStep((before) => Math.min(count, before + 1)), MOVES_MS / count)
    return () => clearInterval(timer)
  }, [count])
  return first === undefined ? undefined : first + Math.min(step, count)
}
