import type { PointerEvent } from 'react'
import type { RoundStory } from '../story/story.ts'

/** How wide a plot of a round is, in its own units. */
export const PLOT_WIDTH = 1000

/** How far it goes up and down. */
export const PLOT_HALF = 100

/** The x of a position in a round with so many; all plots have the same scale. */
export const plyAcross = (ply: number, count: number): number =>
  ((Math.max(ply, 0.5) - 0.5) / lastOf(count)) * PLOT_WIDTH

/** Handlers for a plot: a click or drag goes to the position there. */
export function plotPointing({ first, count }: RoundStory, go: (index: number) => void) {
  const jump = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const ply = Math.round(((clientX - left) / width) * lastOf(count) + 0.5)
    go(first + Math.max(0, Math.min(lastOf(count), ply)))
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button > 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      jump(event)
    },
    onPointerMove(event: PointerEvent) {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) jump(event)
    },
  }
}

const lastOf = (count: number): number => Math.max(1, count - 1)
