import { useEffect, useState } from 'react'
import { request } from '../api/request.ts'
import { usePageVisible } from '../api/use-page-visible.ts'

const LOOK_MS = 10_000

const WORDS: Readonly<Record<string, string>> = {
  short:
    'The server’s disk is nearly full: new games, uploads and builds wait until there is room. Games that are being played go on.',
  full: 'The server’s disk is full: all games and clocks stand still, and nothing is lost. Everything goes on by itself when there is room.',
}

/** Says that the server begins nothing new while its disk has no room. */
export function DiskNotice() {
  const words = WORDS[useDiskLevel()]
  return (
    <div role="status">
      {words !== undefined && (
        <p className="notice site-notice" data-tone="warn">
          {words}
        </p>
      )}
    </div>
  )
}

function useDiskLevel(): string {
  const isVisible = usePageVisible()
  const [level, setLevel] = useState('ample')
  useEffect(() => {
    if (!isVisible) return
    const closed = new AbortController()
    const look = async (): Promise<void> => {
      const found = await request<{ readonly disk: string }>('/api/v1/server', { signal: closed.signal })
      if (found.ok && !closed.signal.aborted) setLevel(found.value.disk)
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => {
      closed.abort()
      clearInterval(timer)
    }
  }, [isVisible])
  return level
}
