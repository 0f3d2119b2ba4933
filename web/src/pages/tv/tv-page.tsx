import { useEffect, useMemo, useRef, useState } from 'react'
import type { MatchBody } from '../../../../src/api/matches.ts'
import { fetchSlides } from '../../api/slides.ts'
import { useLobby } from '../../api/use-lobby.ts'
import { useResource } from '../../api/use-resource.ts'
import { NotFound } from '../../parts/not-found.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { SceneView } from './scene-view.tsx'
import { factsOf, isNamedAbove } from './facts-of.ts'
import { stakesOf } from './stakes.ts'
import { TvFoot, TvHead } from './tv-frame.tsx'
import { useContest } from './use-contest.ts'
import { useDirector } from './use-director.ts'
import './tv.css'

const SLIDES_MS = 10_000

/** For a projector: directs itself through a contest, from the join code to the podium. */
export function TvPage() {
  const [named] = useState(() => readContest())
  const { lobby } = useLobby()
  const news = `${lobby.state} ${lobby.playing.map(({ id }) => id).join(' ')}`
  const { contest, isKnown, isMissing } = useContest(named, news)
  const slides = useResource('slides', fetchSlides, { everyMs: SLIDES_MS }).value?.slides
  const stakes = useMemo(() => (contest ? stakesOf(contest) : new Map()), [contest])
  const { playing, over, isLoaded } = lobby
  const facts = useMemo(
    () =>
      isLoaded && isKnown
        ? factsOf({
            contest,
            stakes,
            isNamed: named !== undefined,
            lobby: { playing, over },
            slides: slides ?? [],
          })
        : undefined,
    [contest, isKnown, stakes, named, playing, over, isLoaded, slides],
  )
  const directed = useDirector(facts)
  const matchOf = useKnownMatches(lobby.playing, lobby.over)
  useTitle(contest ? `${contest.name}, TV` : 'TV')
  useDarkness()
  useWakeLock()
  if (isMissing) return <NotFound what="contest" />
  return (
    <main className="tv">
      <TvHead contest={isNamedAbove(directed?.scene, contest, stakes) ? contest : undefined} />
      {directed ? (
        <SceneView scene={directed.scene} contest={contest} stakes={stakes} matchOf={matchOf} />
      ) : (
        <div className="tv-scene" />
      )}
      <TvFoot
        contest={contest}
        live={facts?.playing.length ?? 0}
        isHeld={directed?.isHeld ?? false}
        isLost={lobby.state === 'lost'}
      />
    </main>
  )
}

/** The contest that `?contest=ID` names. */
function readContest(): number | undefined {
  const text = new URLSearchParams(window.location.search).get('contest') ?? ''
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined
}

/** Finds a match by its number, also one that ended while it was shown. */
function useKnownMatches(playing: readonly MatchBody[], over: readonly MatchBody[]) {
  const known = useRef<ReadonlyMap<number, MatchBody>>(new Map())
  return useMemo(() => {
    known.current = new Map([...over, ...playing].map((match) => [match.id, match]))
    return (id: number): MatchBody | undefined => known.current.get(id)
  }, [playing, over])
}

/** The dark theme, unless the user has chosen one. */
function useDarkness(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    if (dataset['theme'] !== undefined) return
    dataset['theme'] = 'dark'
    return () => {
      delete dataset['theme']
    }
  }, [])
}

/** Keeps the screen on by a wake lock, if the browser has them. A lock ends when the page is hidden: it is taken anew. */
function useWakeLock(): void {
  useEffect(() => {
    const { wakeLock } = navigator as { readonly wakeLock?: WakeLock }
    let lock: WakeLockSentinel | undefined
    let isClosed = false
    const take = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return
      lock = await wakeLock?.request('screen').catch(() => undefined)
      if (isClosed) void lock?.release()
    }
    void take()
    const again = (): void => void take()
    document.addEventListener('visibilitychange', again)
    return () => {
      isClosed = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [])
}
