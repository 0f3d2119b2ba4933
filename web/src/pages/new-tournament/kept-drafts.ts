import { parseObject } from '../../../../src/base/json.ts'
import { EMPTY_DRAFT, type TournamentDraft } from './tournament-draft.ts'

/** The drafts of new contests in this window of the browser. */
export interface KeptDrafts {
  /** The one in the form. */
  readonly draft: TournamentDraft
  /** Unfinished ones, the latest first: a link to the form has put another one in their place. */
  readonly others: readonly TournamentDraft[]
}

const IN_FORM = 'new contest'
const OTHERS = 'unfinished contests'

/** What was kept before the page was reloaded. */
export function recallDrafts(): KeptDrafts {
  try {
    const others: unknown = JSON.parse(sessionStorage.getItem(OTHERS) ?? '[]')
    return {
      draft: { ...EMPTY_DRAFT, ...parseObject(sessionStorage.getItem(IN_FORM) ?? '') },
      others: (Array.isArray(others) ? others : []).map((other: object) => ({ ...EMPTY_DRAFT, ...other })),
    }
  } catch {
    return { draft: EMPTY_DRAFT, others: [] }
  }
}

export function keepDrafts({ draft, others }: KeptDrafts): void {
  try {
    sessionStorage.setItem(IN_FORM, JSON.stringify(draft))
    sessionStorage.setItem(OTHERS, JSON.stringify(others))
  } catch {
    // Storage may be blocked; the drafts then live until the page is closed.
  }
}

/** The contest in the form is created. */
export const finishDraft = ({ others }: KeptDrafts): void => keepDrafts({ draft: EMPTY_DRAFT, others })

/** With what a link asks for in the form. An unfinished draft goes to the others, and none is lost. */
export const draftsAfter = (linked: TournamentDraft | undefined, kept: KeptDrafts): KeptDrafts =>
  linked === undefined
    ? kept
    : {
        draft: linked,
        others:
          kept.draft.isAsLinked === true || isEmpty(kept.draft) ? kept.others : [kept.draft, ...kept.others],
      }

/** With one of the others in the form, and what was there in its place. */
export const openOther = ({ draft, others }: KeptDrafts, other: TournamentDraft): KeptDrafts => ({
  draft: other,
  others: [...(isEmpty(draft) ? [] : [draft]), ...others.filter((one) => one !== other)],
})

const isEmpty = (draft: TournamentDraft): boolean =>
  JSON.stringify({ ...draft, isAsLinked: false }) === JSON.stringify({ ...EMPTY_DRAFT, isAsLinked: false })
