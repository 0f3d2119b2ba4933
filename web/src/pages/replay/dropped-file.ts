import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'

/** A file that was dropped on any page, or chosen on the page that opens files. */
let dropped: File | undefined
const listeners = new Set<() => void>()

export const useDroppedFile = (): File | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => dropped,
  )

export function openFile(file: File | undefined): void {
  dropped = file
  for (const listener of listeners) listener()
}

/** Accepts a record that is dropped anywhere on the page. */
export function useDroppedFiles(): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent): void => {
      const [file] = event.dataTransfer?.files ?? []
      // A file input handles a drop itself.
      if (!file || (event.target instanceof HTMLInputElement && event.target.type === 'file')) return
      event.preventDefault()
      openFile(file)
      navigate('/open')
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [navigate])
}
