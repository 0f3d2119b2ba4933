import type { ReactNode } from 'react'
import { lastIndex, SPEEDS, type Speed } from '../story/cursor.ts'
import type { Story } from '../story/story.ts'
import type { Replay } from './use-replay.ts'

interface ReplayBarProps {
  readonly story: Story
  readonly replay: Replay
  readonly isLive: boolean
  /** More buttons for the position in view. */
  readonly children?: ReactNode
}

export function ReplayBar({ story, replay, isLive, children }: ReplayBarProps) {
  const { index, isPlaying, speed } = replay
  const last = lastIndex(story)
  const frame = story.frames[index]
  const where = frame ? `Round ${frame.round + 1}, turn ${frame.ply}` : ''
  return (
    <section className="replay box line" aria-label="Replay">
      <input
        type="range"
        className="scrubber"
        min={0}
        max={last}
        value={index}
        aria-label="Position"
        aria-valuetext={where}
        onChange={(event) => replay.go(event.target.valueAsNumber)}
      />
      <div className="replay-buttons">
        <IconButton
          label="First position (Home)"
          icon="first"
          isOff={index === 0}
          press={() => replay.go(0)}
        />
        <IconButton label="Back (left arrow)" icon="back" isOff={index === 0} press={() => replay.step(-1)} />
        <IconButton
          label={isPlaying ? 'Pause (space)' : 'Play (space)'}
          icon={isPlaying ? 'pause' : 'play'}
          isOff={last === 0}
          isMain
          press={replay.toggle}
        />
        <IconButton
          label="Forward (right arrow)"
          icon="forward"
          isOff={index === last}
          press={() => replay.step(1)}
        />
        <IconButton
          label="Last position (End)"
          icon="last"
          isOff={index === last}
          press={() => replay.go(last)}
        />
      </div>
      <label className="speed">
        <span className="hidden-words">Speed</span>
        <select value={speed} onChange={(event) => replay.setSpeed(Number(event.target.value) as Speed)}>
          {SPEEDS.map((value) => (
            <option key={value} value={value}>
              {value === 0.5 ? '½' : value}×
            </option>
          ))}
        </select>
      </label>
      {isLive && index < last && (
        <button type="button" className="button go-live" onClick={() => replay.go(last)}>
          <span className="pulse" aria-hidden="true" /> Back to live
        </button>
      )}
      {children && <div className="replay-links line">{children}</div>}
    </section>
  )
}

interface IconButtonProps {
  readonly label: string
  readonly icon: keyof typeof ICONS
  readonly isOff: boolean
  readonly isMain?: boolean
  readonly press: () => void
}

function IconButton({ label, icon, isOff, isMain = false, press }: IconButtonProps) {
  return (
    <button
      type="button"
      className={isMain ? 'button main' : 'button'}
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={press}
    >
      <Icon name={icon} />
    </button>
  )
}

export const Icon = ({ name }: { readonly name: keyof typeof ICONS }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={ICONS[name]} />
  </svg>
)

const ICONS = {
  first: 'M5 5h2.5v14H5zm14 0v14L8.5 12z',
  back: 'M17 5v14L6.5 12z',
  play: 'M7 4v16l13-8z',
  pause: 'M6 5h4v14H6zm8 0h4v14h-4z',
  forward: 'M7 5v14l10.5-7z',
  last: 'M16.5 5H19v14h-2.5zM5 5v14l10.5-7z',
  link: 'M10.6 13.4a1 1 0 0 1 0-1.4l1.4-1.4a1 1 0 0 1 1.4 1.4L12 13.4a1 1 0 0 1-1.4 0ZM8.5 19.800a4.300 4.300 0 0 1-3-7.4l2.800-2.800 1.4 1.4-2.800 2.800a2.300 2.300 0 0 0 3.300 3.300l2.800-2.800 1.4 1.4-2.800 2.800a4.300 4.300 0 0 1-3.100 1.300Zm7.200-5.4-1.4-1.4 2.800-2.800a2.300 2.300 0 0 0-3.300-3.300L11 9.700 9.600 8.300l2.800-2.800a4.300 4.300 0 0 1 6.100 6.100Z',
  fork: 'M7 3a3 3 0 0 1 1 5.8V11h5a3 3 0 0 0 3-3v-.2a3 3 0 1 1 2 0V8a5 5 0 0 1-5 5H8v2.2a3 3 0 1 1-2 0V8.800A3 3 0 0 1 7 3Z',
  code: 'm8.500 6.500 1.4 1.4L5.800 12l4.100 4.100-1.4 1.4L3 12zm7 0L21 12l-5.500 5.500-1.4-1.4 4.100-4.100-4.100-4.100z',
  analyse: 'M4 4h2v14h14v2H4zm15.300 2.300 1.4 1.4-6.200 6.200-3-3-3.300 3.300-1.4-1.4 4.700-4.700 3 3z',
  download: 'M11 3h2v8.200l2.600-2.600L17 10l-5 5-5-5 1.4-1.4 2.600 2.600zM4 17h2v2h12v-2h2v4H4z',
} as const
