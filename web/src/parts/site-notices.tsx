import type { ServerBody } from '../../../src/api/server.ts'
import { Suspense } from 'react'
import { useMe } from '../api/me.ts'
import { API, request } from '../api/request.ts'
import { useResource } from '../api/use-resource.ts'
import { Announcement } from './announcement.tsx'
import { CannotFetchPart, late } from './late.tsx'

const WORDS: Readonly<Record<ServerBody['disk'], string | undefined>> = {
  ample: undefined,
  short:
    'The server’s disk is nearly full: new games, uploads and builds wait until there is room. Running games go on.',
  full: 'The server’s disk is full: all games and clocks stand still, and no data is lost. The arena goes on by itself when there is room.',
}

// Loaded for teams alone.
const CalledTeam = late(() => import('./called-team.tsx'), 'CalledTeam', CannotFetchPart)

/**
 * What the server has to say on every page: that its disk is full or nearly full, that a match waits for the team that is
 * signed in, and the message of the organiser.
 */
export function SiteNotices() {
  const me = useMe()
  const { value } = useResource('server', (signal) => request<ServerBody>(`${API}/server`, { signal }), {
    everyMs: 10_000,
  })
  const words = WORDS[value?.disk ?? 'ample']
  return (
    <>
      <div role="status">
        {words !== undefined && (
          <p className="notice site-notice" data-tone="warn">
            {words}
          </p>
        )}
      </div>
      {me?.role === 'player' && (
        <Suspense fallback={null}>
          <CalledTeam me={me} />
        </Suspense>
      )}
      <Announcement announcement={value?.announcement ?? null} />
    </>
  )
}
