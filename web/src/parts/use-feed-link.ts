import { useEffect } from 'react'

/** Names the feed of a page in its head, where readers look for it, as long as the page is shown. */
export function useFeedLink(href: string, title: string): void {
  useEffect(() => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'alternate', type: 'application/atom+xml', href, title })
    document.head.append(link)
    return () => link.remove()
  }, [href, title])
}
