import { useEffect, useRef, useState } from 'react'
import {
  cursorAt,
  formatPlace,
  indexOf,
  lastIndex,
  paceOf,
  parsePlace,
  type Cursor,
  type Speed,
} from '../story/cursor.ts'
import type { Story } from '../story/story.ts'

export interface Replay {
  readonly index: number
  readonly isPlaying: boolean
  /** Milliseconds per position while the replay plays. */
  readonly paceMs: number | undefined
  readonly speed: Speed
  readonly setSpeed: (speed: Speed) => void
  readonly go: (index: number) => void
  /** Goes forward by so many positions, or back. */
  readonly step: (by: number) => void
  readonly toggle: () => void
}

/** The position in view. Controls, keys, the address and the timer of the replay change it. Keys and the address follow while `isOn`. */
export function useReplay(story: Story, isOn = true): Replay {
  const [cursor, setCursor] = useState<Cursor>('latest')
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>(1)
  const index = indexOf(cursor, story)
  const last = lastIndex(story)
  // The address may name a position that has not arrived yet.
  const wanted = useRef(window.location.hash)

  const go = (to: number): void => {
    wanted.current = ''
    setPlaying(false)
    setCursor(cursorAt(to, story))
  }
  // Several keys may be pressed within one frame.
  const step = (by: number): void => {
    wanted.current = ''
    setPlaying(false)
    setCursor((before) => cursorAt(indexOf(before, story) + by, story))
  }
  const toggle = (): void => {
    wanted.current = ''
    if (!isPlaying && index === last) setCursor(cursorAt(0, story))
    setPlaying(!isPlaying)
  }

  const latest = useRef(story)
  latest.current = story
  useEffect(() => {
    if (!isPlaying) return
    return stepByFrames(paceOf(speed), (steps) =>
      setCursor((before) => cursorAt(indexOf(before, latest.current) + steps, latest.current)),
    )
  }, [isPlaying, speed])
  useEffect(() => {
    if (isPlaying && index === last) setPlaying(false)
  }, [isPlaying, index === last])

  useEffect(() => {
    if (wanted.current === '') return
    const place = parsePlace(wanted.current, story)
    if (place !== undefined) go(place)
    else if (story.isComplete) wanted.current = ''
  }, [story])

  // The address names the position in view, unless it is the newest.
  useEffect(() => {
    if (!isOn || isPlaying || wanted.current !== '') return
    const hash = cursor === 'latest' ? '' : formatPlace(story, index)
    const { pathname, search } = window.location
    if (window.location.hash !== hash) window.history.replaceState(null, '', `${pathname}${search}${hash}`)
  }, [cursor, isPlaying, isOn])

  useEffect(() => {
    const follow = (): void => {
      const place = parsePlace(window.location.hash, story)
      if (place !== undefined) go(place)
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  })

  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent): void => {
      const action = keyAction(event)
      if (action === undefined) return
      event.preventDefault()
      switch (action) {
        case 'toggle':
          return toggle()
        case 'back':
          return step(-1)
        case 'forward':
          return step(1)
        case 'first':
          return go(0)
        case 'last':
          return go(last)
      }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })

  return {
    index,
    isPlaying,
    paceMs: isPlaying ? paceOf(speed) : undefined,
    speed,
    setSpeed,
    go,
    step,
    toggle,
  }
}

/** The maximal number of steps in one frame: after the page was hidden, the replay does not jump ahead. */
const MOST_STEPS = 4

/** An interval on animation frames; `go` gets the number of steps that are due. */
function stepByFrames(paceMs: number, go: (steps: number) => void): () => void {
  let request = 0
  let due: number | undefined
  const frame = (time: number): void => {
    due ??= time + paceMs
    const steps = Math.floor((time - due) / paceMs) + 1
    if (steps > 0) go(Math.min(steps, MOST_STEPS))
    due += Math.max(0, steps) * paceMs
    request = requestAnimationFrame(frame)
  }
  request = requestAnimationFrame(frame)
  return () => cancelAnimationFrame(request)
}

const KEYS = {
  ' ': 'toggle',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  Home: 'first',
  End: 'last',
} as const

/** Does not take keys that the focused control needs. */
function keyAction(event: KeyboardEvent): (typeof KEYS)[keyof typeof KEYS] | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined
  const { target, key } = event
  if (!Object.hasOwn(KEYS, key)) return undefined
  const action = KEYS[key as keyof typeof KEYS]
  if (!(target instanceof HTMLElement)) return action
  if (target.matches('select, textarea, input:not([type=range], [type=checkbox])')) return undefined
  if (target.matches('button, a, summary, [type=checkbox]') && action === 'toggle') return undefined
  return action
}
