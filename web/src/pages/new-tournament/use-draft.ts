import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { draftsAfter, keepDrafts, openOther, recallDrafts, type KeptDrafts } from './kept-drafts.ts'
import { draftIn, type TournamentDraft } from './tournament-draft.ts'

export interface Drafts extends KeptDrafts {
  readonly change: (draft: TournamentDraft) => void
  /** Takes one of the others into the form. */
  readonly open: (other: TournamentDraft) => void
  readonly discard: (other: TournamentDraft) => void
}

/** What the form has: what a link to it asks for, or what was typed before the page was reloaded. Changes are kept. */
export function useDraft(): Drafts {
  const [, navigate] = useLocation()
  const [drafts, setDrafts] = useState(() => draftsAfter(draftIn(window.location.search), recallDrafts()))
  const set = (next: KeptDrafts): void => {
    setDrafts(next)
    keepDrafts(next)
  }
  useEffect(() => {
    if (window.location.search === '') return
    // After a reload the form has what was typed meanwhile, and not what the link said.
    keepDrafts(drafts)
    navigate(window.location.pathname, { replace: true })
  }, [])
  return {
    ...drafts,
    change: (draft) => set({ ...drafts, draft: { ...draft, isAsLinked: false } }),
    open: (other) => set(openOther(drafts, other)),
    discard: (other) => set({ ...drafts, others: drafts.others.filter((one) => one !== other) }),
  }
}
