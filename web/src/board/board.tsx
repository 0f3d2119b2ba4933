import { useLayoutEffect, useRef, type CSSProperties } from 'react'
import { shapeOf } from './board-geometry.ts'
import { scenePainter, type Painter, type Picture } from './draw-scene.ts'
import { readPalette } from './palette.ts'

interface BoardProps {
  readonly picture: Picture
  /** The board in words. */
  readonly label: string
  /** How long a turn is shown on its way, in milliseconds; 0 for at once. */
  readonly motionMs?: number
}

/** A canvas that takes the room it is given, in the shape of its board. */
export function Board({ picture, label, motionMs = 0 }: BoardProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const painter = useRef<Painter>(undefined)
  const shown = useRef(picture)

  useLayoutEffect(() => {
    const element = canvas.current
    if (element === null) return
    const made = scenePainter(element, readPalette(element))
    painter.current = made
    const observer = new ResizeObserver(([entry]) => {
      const ratio = window.devicePixelRatio
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      made.resize(Math.round(width * ratio), Math.round(height * ratio), ratio)
      made.paint(shown.current)
    })
    observer.observe(element)
    const stopThemes = onThemeChange(() => {
      made.setPalette(readPalette(element))
      made.paint(shown.current)
    })
    return () => {
      observer.disconnect()
      stopThemes()
    }
  }, [])

  // Before the words beside it are seen: a board and what is said of it never differ.
  useLayoutEffect(() => {
    shown.current = picture
    return paintOverTime(picture, motionMs, (now) => painter.current?.paint(now))
  }, [picture, motionMs])

  const style: CSSProperties & Record<'--shape', number> = { '--shape': shapeOf(picture.scene) }
  return (
    <div className="board" style={style} data-tile={picture.scene.tile}>
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  )
}

/** Paints the picture until it has arrived, one frame at a time; without any motion, at once. */
function paintOverTime(
  picture: Picture,
  motionMs: number,
  paint: (picture: Picture) => void,
): (() => void) | undefined {
  if (motionMs === 0) {
    paint(picture)
    return undefined
  }
  let request = 0
  let began: number | undefined
  const frame = (time: number): void => {
    began ??= time
    const passed = Math.min(1, (time - began) / motionMs)
    paint({ ...picture, progress: 1 - (1 - passed) ** 2 })
    if (passed < 1) request = requestAnimationFrame(frame)
  }
  request = requestAnimationFrame(frame)
  return () => cancelAnimationFrame(request)
}

function onThemeChange(listener: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(listener)
  system.addEventListener('change', listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', listener)
    observer.disconnect()
  }
}
