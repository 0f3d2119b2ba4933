import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type PointerEvent } from 'react'
import type { Cell, Direction } from '../../../src/base/grid.ts'
import type { Seat } from '../../../src/game/game.ts'
import type { Target } from '../../../src/game/scene.ts'
import { cellRect, fenceRect, geometryOf, shapeOf, type Geometry } from '../board/board-geometry.ts'
import { Board } from '../board/board.tsx'
import type { Picture } from '../board/draw-scene.ts'
import { facingOf, hasWays, moveAt, moveThere, nextTarget, openWays, type MoveTarget } from './targets.ts'

interface PlayBoardProps {
  readonly picture: Picture
  readonly label: string
  readonly motionMs: number
  readonly seat: Seat
  /** The legal moves, now or for a premove. */
  readonly targets: readonly MoveTarget[]
  /** Whether the move is a premove. */
  readonly isPremove: boolean
  readonly premove: MoveTarget | undefined
  readonly choose: (move: string) => void
  /** The time between two moves while a key is held down. */
  readonly heldMs: number
}

/** A touch on a target smaller than this must be confirmed by a second touch. */
const TOUCH_PX = 26
const SWIPE_PX = 24

/** A board that takes clicks, touches, swipes and arrow keys, and knows no game. */
export function PlayBoard(props: PlayBoardProps) {
  const { picture, label, motionMs, seat, targets, isPremove, premove, choose, heldMs } = props
  const { scene } = picture
  const overlay = useRef<SVGSVGElement>(null)
  const geometry = useGeometry(overlay, scene)
  const [pointed, setPointed] = useState<MoveTarget>()
  const [chosen, setShown] = useState<MoveTarget>()
  // A key may come before the last one is drawn: it goes on from here.
  const latestChosen = useRef(chosen)
  const setChosen = (target: MoveTarget | undefined): void => {
    latestChosen.current = target
    setShown(target)
  }
  const began = useRef<Cell>(undefined)
  const isSteered = useSteered(targets)
  const litBy = (target: MoveTarget | undefined) => current(targets, target) ?? current(targets, pointed)
  const lit = litBy(chosen)

  const placeOf = (event: PointerEvent): Cell | undefined => {
    const box = overlay.current?.getBoundingClientRect()
    if (!box || !geometry) return undefined
    const ratio = geometry.width / box.width
    return {
      x: ((event.clientX - box.left) * ratio - geometry.left) / geometry.pitch,
      y: ((event.clientY - box.top) * ratio - geometry.top) / geometry.pitch,
    }
  }

  function press(event: PointerEvent): void {
    const place = placeOf(event)
    const start = began.current
    began.current = undefined
    if (!place || !start || event.button > 0) return
    const swipe = { x: event.clientX - start.x, y: event.clientY - start.y }
    const swiped = Math.max(Math.abs(swipe.x), Math.abs(swipe.y)) >= SWIPE_PX
    const facing = swiped && hasWays(targets) ? facingOf(swipe) : undefined
    // A finger that moves over cells scrolls the page, or was put down by mistake.
    if (swiped && !facing && event.pointerType !== 'mouse') return
    const found = facing ? moveThere(openWays(targets), facing) : moveAt(targets, place, event.shiftKey)
    if (!found) return
    if (event.pointerType === 'touch' && isSmall(found.target, geometry) && found.move !== lit?.move)
      return setChosen(found)
    setChosen(undefined)
    choose(found.move)
  }

  useArrowKeys(heldMs, (key, { isFar, repeat }) => {
    const from = litBy(latestChosen.current)
    if (key === 'Enter') {
      if (from && repeat === undefined) choose(from.move)
      return from !== undefined
    }
    if (!hasWays(targets)) {
      if (repeat !== 'ours') setChosen(nextTarget(targets, from, key))
      return targets.length > 0
    }
    // The page repeats a held key itself: the keyboard's own rate is too fast, and a repeated premove would undo itself.
    if (repeat === 'keyboard' || (repeat === 'ours' && isPremove)) return true
    const way = moveThere(openWays(targets), key, isFar)
    if (way) choose(way.move)
    return true
  })

  const style: CSSProperties & Record<'--shape', number> = { '--shape': shapeOf(scene) }
  return (
    <div className="play-board" style={style}>
      <Board picture={picture} label={label} motionMs={motionMs} />
      <svg
        ref={overlay}
        className="targets"
        data-premove={isPremove ? true : undefined}
        data-steered={isSteered ? true : undefined}
        data-seat={seat}
        viewBox={geometry ? `0 0 ${geometry.width} ${geometry.height}` : undefined}
        aria-hidden="true"
        onPointerDown={(event) => {
          began.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerUp={press}
        onPointerMove={(event) => {
          const place = event.pointerType === 'mouse' ? placeOf(event) : undefined
          setPointed(place && moveAt(targets, place, event.shiftKey))
          if (event.pointerType === 'mouse') setChosen(undefined)
        }}
        onPointerLeave={() => setPointed(undefined)}
      >
        {geometry && (
          <>
            {targets.map(({ move, target }) => (
              <Hint key={move} geometry={geometry} target={target} />
            ))}
            {lit && <Shape geometry={geometry} target={lit.target} name="lit" />}
            {premove && <Shape geometry={geometry} target={premove.target} name="premove" />}
          </>
        )}
      </svg>
      <p className="chosen" aria-live="polite">
        {chosen && lit && `${lit.move}: touch it again or press Enter`}
      </p>
    </div>
  )
}

/** Whether the moves of the game are ways. While there are no moves, it is as before. */
function useSteered(targets: readonly MoveTarget[]): boolean {
  const isSteered = useRef(false)
  if (targets.length > 0) isSteered.current = hasWays(targets)
  return isSteered.current
}

const current = (targets: readonly MoveTarget[], wanted: MoveTarget | undefined): MoveTarget | undefined =>
  wanted && targets.find(({ move }) => move === wanted.move)

function isSmall({ kind }: Target, geometry: Geometry | undefined): boolean {
  if (kind === 'way' || !geometry) return false
  return kind === 'fence' || geometry.pitch / window.devicePixelRatio < TOUCH_PX
}

/** Hints: a dot in each cell that can be reached, an arrow for each direction. Fences have too many places to show. */
function Hint({ geometry, target }: { readonly geometry: Geometry; readonly target: Target }) {
  if (target.kind === 'fence') return null
  if (target.kind === 'way')
    return target.steps === 1 && !target.isFatal ? (
      <Arrow geometry={geometry} way={target} name="hint" />
    ) : null
  const { x, y, width, height } = cellRect(geometry, target)
  return <circle className="hint" cx={x + width / 2} cy={y + height / 2} r={Math.max(2, width * 0.11)} />
}

interface ShapeProps {
  readonly geometry: Geometry
  readonly target: Target
  readonly name: 'lit' | 'premove'
}

function Shape({ geometry, target, name }: ShapeProps) {
  if (target.kind === 'way') return <Arrow geometry={geometry} way={target} name={name} />
  const rect = target.kind === 'fence' ? fenceRect(geometry, target) : cellRect(geometry, target)
  return <rect className={name} {...rect} rx={Math.min(rect.width, rect.height) * 0.2} />
}

interface ArrowProps {
  readonly geometry: Geometry
  readonly way: Extract<Target, { kind: 'way' }>
  readonly name: 'hint' | 'lit' | 'premove'
}

const QUARTERS: Readonly<Record<Direction, number>> = { n: 0, e: 90, s: 180, w: 270 }

/** The least size of a hint, for boards with tiny cells. */
function Arrow({ geometry, way, name }: ArrowProps) {
  const { left, top, pitch, width, height } = geometry
  const size = Math.max(pitch * 0.7, Math.min(width, height) * 0.036)
  const reach = Math.max(pitch * 0.95, size * 1.9) * (way.steps > 1 ? 1.8 : 1)
  const [x, y] = [left + (way.x + 0.5) * pitch, top + (way.y + 0.5) * pitch]
  return (
    <path
      className={name}
      transform={`translate(${x} ${y}) rotate(${QUARTERS[way.facing]}) translate(0 ${-reach})`}
      d={`M${-size * 0.5} ${size * 0.35}L0 ${-size * 0.4}L${size * 0.5} ${size * 0.35}Z`}
    />
  )
}

/** The same geometry as the canvas below has, in the same pixels. */
function useGeometry(
  element: React.RefObject<SVGSVGElement | null>,
  scene: Picture['scene'],
): Geometry | undefined {
  const [size, setSize] = useState<{
    readonly width: number
    readonly height: number
    readonly ratio: number
  }>()
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      const ratio = window.devicePixelRatio
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      setSize({ width: Math.round(width * ratio), height: Math.round(height * ratio), ratio })
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return size && size.width > 0 ? geometryOf(scene, size.width, size.height, size.ratio) : undefined
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'n',
  ArrowRight: 'e',
  ArrowDown: 's',
  ArrowLeft: 'w',
}

interface KeyPress {
  readonly isFar: boolean
  /** Undefined for the first time; later what repeats the key. */
  readonly repeat?: 'keyboard' | 'ours'
}

/**
 * Listens to keys wherever the focus is, except in controls that need them. The listener says whether it used the key. A key that is held
 * down comes again every `heldMs`.
 */
function useArrowKeys(
  heldMs: number,
  listener: (key: Direction | 'Enter', press: KeyPress) => boolean,
): void {
  const latest = useRef(listener)
  latest.current = listener
  // Before the board is painted: a player that sees it may press a key at once.
  useLayoutEffect(() => {
    let held: { readonly key: string; readonly timer: ReturnType<typeof setInterval> } | undefined
    const letGo = (): void => {
      clearInterval(held?.timer)
      held = undefined
    }
    const press = (event: KeyboardEvent): void => {
      const { target, key, shiftKey: isFar } = event
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const found = ARROWS[key] ?? (key === 'Enter' || key === ' ' ? 'Enter' : undefined)
      if (!found) return
      if (target instanceof HTMLElement && target.matches('select, textarea, input')) return
      if (found === 'Enter' && target instanceof HTMLElement && target.matches('button, a, summary')) return
      const isUsed = latest.current(found, { isFar, ...(event.repeat && { repeat: 'keyboard' }) })
      if (isUsed) event.preventDefault()
      if (!isUsed || event.repeat || found === 'Enter') return
      letGo()
      const again = (): void => void latest.current(found, { isFar, repeat: 'ours' })
      held = { key, timer: setInterval(again, heldMs) }
    }
    const release = ({ key }: KeyboardEvent): void => {
      if (key === held?.key) letGo()
    }
    window.addEventListener('keydown', press)
    window.addEventListener('keyup', release)
    window.addEventListener('blur', letGo)
    return () => {
      letGo()
      window.removeEventListener('keydown', press)
      window.removeEventListener('keyup', release)
      window.removeEventListener('blur', letGo)
    }
  }, [heldMs])
}
