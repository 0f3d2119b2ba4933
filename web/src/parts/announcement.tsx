import { useState } from 'react'
import type { AnnouncementBody } from '../../../src/api/server.ts'

const STORED = 'dismissed-announcement'

/** The message of the organiser, as a bar that lies over the page: it shifts nothing. A visitor can dismiss it. */
export function Announcement({ announcement }: { readonly announcement: AnnouncementBody | null }) {
  const [dismissed, setDismissed] = useState(readDismissed)
  const dismiss = (id: number): void => {
    setDismissed(id)
    try {
      localStorage.setItem(STORED, String(id))
    } catch {
      // Storage may be blocked; the message then comes back with the next page.
    }
  }
  return (
    <div role="status" className="announcement-place">
      {announcement && announcement.id !== dismissed && (
        <div className="announcement">
          <p>{announcement.text}</p>
          <button type="button" className="button" onClick={() => dismiss(announcement.id)}>
            Dismiss
          </button>
        </div>
      )}
    </div>
  )
}

function readDismissed(): number {
  try {
    return Number(localStorage.getItem(STORED))
  } catch {
    return 0
  }
}
