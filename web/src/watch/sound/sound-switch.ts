/** Whether the person at this browser wants sound: no, until the person says so. */

const NAME = 'sound'
const listeners = new Set<() => void>()
let isOn = recall()

export const isSoundOn = (): boolean => isOn

export function setSound(wanted: boolean): void {
  isOn = wanted
  try {
    localStorage.setItem(NAME, wanted ? 'on' : 'off')
  } catch {
    // Storage may be blocked; the value still holds until the page is closed.
  }
  for (const listener of listeners) listener()
}

export function onSoundChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function recall(): boolean {
  try {
    return localStorage.getItem(NAME) === 'on'
  } catch {
    return false
  }
}
