import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { navigate } from 'wouter/use-browser-location'

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string
}

/**
 * A link to another page of the site. The one of wouter keeps the handler of its first render, and with it, in Preact, the tree of elements of
 * that time: a lobby that stayed open grew by a megabyte with each match.
 */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const go = (event: MouseEvent<HTMLAnchorElement>): void => {
    // The browser opens it in a tab, a window or as a download.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return
    onClick?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    navigate(href)
  }
  return <a {...rest} href={href} onClick={go} />
}
