import { useLayoutEffect, useRef, type CSSProperties } from 'react'
import { shapeOf } from './board-geometry.ts'
import { scenePainter, type Painter, type Picture } from './draw-scene.ts'
import { readPalette } from './palette.ts'

interface BoardProps {
  readonly picture: Picture
  /** The board in words. */
  readonly label: string
  /** Duration of the animation of a turn in milliseconds; 0 for none. */
  readonly motionMs?: number
}

/** A canvas that fills its container and keeps the aspect ratio of the board. */
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

  // `useLayoutEffect`, not `useEffect`: the board and the text beside it change in the same frame.
  useLayoutEffect(() => {
    // Marks that come and go on the same position are not animated.
    const isSame = shown.current !== picture && shown.current.scene === picture.scene
    shown.current = picture
    return paintOverTime(picture, isSame ? 0 : motionMs, (now) => painter.current?.paint(now))
  }, [picture, motionMs])

  const style: CSSProperties & Record<'--shape', number> = { '--shape': shapeOf(picture.scene) }
  return (
    <div className="board" style={style} data-tile={picture.scene.tile}>
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  )
}

/** Animates the picture, one frame at a time; with a duration of 0 it paints once. */
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
  // On paper the theme is light.
  const queries = ['(prefers-color-scheme: dark)', 'print'].map((query) => window.matchMedia(query))
  const observer = new MutationObserver(listener)
  for (const query of queries) query.addEventListener('change', listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
    observer.disconnect()
  }
}
