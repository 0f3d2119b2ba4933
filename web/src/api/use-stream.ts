import { useEffect, useRef, useState } from 'react'
import { usePageVisible } from './use-page-visible.ts'

/** Opens a stream that goes on from what is known, and gives the function that closes it; undefined if there is no more. */
export type Follow<T> = (known: T, onChange: (next: T) => void) => (() => void) | undefined

/**
 * What a stream has told so far. The stream is open while it is wanted and the page can be seen: hidden tabs give their
 * connections back. With another key everything begins anew.
 */
export function useStream<T>(key: string, isWanted: boolean, nothing: T, follow: Follow<T>): T {
  const isVisible = usePageVisible()
  const [value, setValue] = useState(nothing)
  const known = useRef({ key, value })
  const isOn = isVisible && isWanted
  useEffect(() => {
    if (known.current.key !== key) known.current = { key, value: nothing }
    setValue(known.current.value)
    if (!isOn) return
    return follow(known.current.value, (next) => {
      known.current = { key, value: next }
      setValue(next)
    })
  }, [key, isOn])
  return value
}
