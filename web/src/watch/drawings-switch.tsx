import { SEATS } from '../../../src/game/game.ts'
import type { Frame, Story } from '../story/story.ts'
import { marksText } from './marks-text.ts'
import type { Drawings } from './use-drawings.ts'

interface DrawingsSwitchProps {
  readonly story: Story
  readonly frame: Frame
  readonly drawings: Drawings
}

/** Shows and hides what the bots draw, and says which player has which shape. Nothing if no bot draws. */
export function DrawingsSwitch({ story, frame, drawings }: DrawingsSwitchProps) {
  const { exist, areShown, show, marks, picture } = drawings
  if (!exist) return null
  const { seats } = frame.match.round
  return (
    <div className="drawings fine">
      <label>
        <input
          type="checkbox"
          role="switch"
          checked={areShown}
          onChange={({ target }) => show(target.checked)}
        />{' '}
        Bots’ drawings
      </label>
      {areShown && (
        <ul aria-label="Drawings of each bot">
          {SEATS.map((seat) => (
            <li key={seat}>
              <span className="drawn-by" data-seat={seat} aria-hidden="true" />
              <span className="drawn-name">{story.names[seats[seat]]}</span>
              <span className="hidden-words"> drew {marksText(picture.scene, marks[seat])}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
