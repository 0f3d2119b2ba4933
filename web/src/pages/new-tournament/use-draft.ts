import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { draftIn, keepDraft, recallDraft, type TournamentDraft } from './tournament-draft.ts'

/** What the form has: what a link to it asks for, or what was typed before the page was reloaded. Changes are kept. */
export function useDraft(): readonly [TournamentDraft, (draft: TournamentDraft) => void] {
  const [, navigate] = useLocation()
  const [draft, setDraft] = useState(() => draftIn(window.location.search) ?? recallDraft())
  const change = (next: TournamentDraft): void => {
    setDraft(next)
    keepDraft(next)
  }
  useEffect(() => {
    if (window.location.search === '') return
    // After a reload the form has what was typed meanwhile, and not what the link said.
    keepDraft(draft)
    navigate(window.location.pathname, { replace: true })
  }, [])
  return [draft, change]
}
