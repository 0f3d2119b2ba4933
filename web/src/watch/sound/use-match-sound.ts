import { useEffect, useRef } from 'react'
import type { Following } from '../../story/follow-match.ts'
import { heardOf, lowTimeIn, soundOf, type Heard, type Sound } from './heard.ts'
import { playSound } from './play-sound.ts'
import { isSoundOn } from './sound-switch.ts'

const ALL: readonly Sound[] = ['move', 'low', 'end']

/** Lets a match be heard as it is followed. */
export function useMatchSound(following: Following, wanted: readonly Sound[] = ALL): void {
  const { story } = following
  const heard = useRef<Heard>(undefined)
  const play = (sound: Sound | undefined): void => {
    if (sound !== undefined && wanted.includes(sound) && isSoundOn()) playSound(sound)
  }
  useEffect(() => {
    if (!story) return
    const after = heardOf(story)
    play(soundOf(heard.current, after))
    heard.current = after
    const ms = lowTimeIn(following, performance.now())
    if (ms === undefined) return
    const timer = setTimeout(() => play('low'), ms)
    return () => clearTimeout(timer)
  }, [story])
}
