import type { MouseEvent } from 'react'
import { useLocation } from 'wouter'

/** One click handler for the plain links of a large table: thousands of `Link`s would each listen to the address. */
export function useFollowLinks(): (event: MouseEvent<HTMLElement>) => void {
  const [, navigate] = useLocation()
  return (event) => {
    const { target, button, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
    if (defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return
    const path = target instanceof Element ? target.closest('a')?.getAttribute('href') : undefined
    if (path?.startsWith('/') !== true) return
    // The browser itself scrolls to a heading of the page that is open.
    const { pathname, hash } = new URL(path, window.location.href)
    if (hash !== '' && pathname === window.location.pathname) return
    event.preventDefault()
    navigate(path)
  }
}
