import { useId, useState } from 'react'

/** Moves a second while a key is held down. */
const SPEEDS = [1, 2, 4, 8, 16] as const
export type HeldSpeed = (typeof SPEEDS)[number]

const STORED = 'play held speed'
const USUAL: HeldSpeed = 4

interface HeldSpeedProps {
  readonly speed: HeldSpeed
  readonly change: (speed: HeldSpeed) => void
}

export function HeldSpeed({ speed, change }: HeldSpeedProps) {
  const id = useId()
  return (
    <p className="held-speed fine">
      <label htmlFor={id}>A held key plays</label>{' '}
      <select
        id={id}
        value={speed}
        onChange={({ target }) => change(SPEEDS.find((one) => String(one) === target.value) ?? USUAL)}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {one} {one === 1 ? 'move' : 'moves'} a second
          </option>
        ))}
      </select>
    </p>
  )
}

/** The speed that the user chose last, in this or an earlier game. */
export function useHeldSpeed(): readonly [HeldSpeed, (speed: HeldSpeed) => void] {
  const [speed, setSpeed] = useState(recall)
  return [
    speed,
    (next) => {
      setSpeed(next)
      remember(next)
    },
  ]
}

function recall(): HeldSpeed {
  try {
    return SPEEDS.find((one) => String(one) === localStorage.getItem(STORED)) ?? USUAL
  } catch {
    return USUAL
  }
}

function remember(speed: HeldSpeed): void {
  try {
    localStorage.setItem(STORED, String(speed))
  } catch {
    // Storage may be blocked; the choice then holds until the page is closed.
  }
}
