import { useSyncExternalStore } from 'react'

/** Whether anybody can see the page: hidden tabs give their connections back. */
export const usePageVisible = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    () => document.visibilityState === 'visible',
  )
