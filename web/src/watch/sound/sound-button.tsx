import { useEffect, useSyncExternalStore } from 'react'
import { unlockSound } from './play-sound.ts'
import { isSoundOn, onSoundChange, setSound } from './sound-switch.ts'

/** Turns the sound on and off, as the key M does. It is off until a person turns it on; the browser remembers it. */
export function SoundButton() {
  const isOn = useSyncExternalStore(onSoundChange, isSoundOn)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // A remembered choice is heard from the first key or click on.
      if (isSoundOn()) unlockSound()
      const { target } = event
      if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.altKey || event.metaKey || event.repeat)
        return
      if (
        target instanceof HTMLElement &&
        target.matches('select, textarea, input:not([type=range], [type=checkbox])')
      )
        return
      toggle()
    }
    const click = (): void => {
      if (isSoundOn()) unlockSound()
    }
    window.addEventListener('keydown', press)
    window.addEventListener('pointerdown', click)
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener('pointerdown', click)
    }
  }, [])
  return (
    <button
      type="button"
      className="button quiet sound-button"
      aria-pressed={isOn}
      aria-label="Sound"
      aria-keyshortcuts="M"
      title={`Sound is ${isOn ? 'on' : 'off'} (M)`}
      onClick={toggle}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={isOn ? LOUD : MUTE} />
      </svg>
    </button>
  )
}

function toggle(): void {
  setSound(!isSoundOn())
  if (isSoundOn()) unlockSound()
}

const SPEAKER = 'M4 9v6h4l5 5V4L8 9H4Z'
const LOUD = `${SPEAKER}M16 8.5a4.5 4.5 0 0 1 0 7v-7Zm0-4.3a8 8 0 0 1 0 15.6v-2.1a6 6 0 0 0 0-11.4V4.2Z`
const MUTE = `${SPEAKER}M16 9.4l1.4-1.4 2.1 2.1L21.600 8 23 9.400 20.900 11.500 23 13.600 21.600 15l-2.100-2.100L17.400 15 16 13.600l2.100-2.100Z`
