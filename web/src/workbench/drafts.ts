/** Source texts that a person has written in the page. The browser keeps them, so that closing the page loses nothing. */
export interface Draft {
  readonly file: string
  readonly text: string
}

export function readDraft(challenge: string, language: string): Draft | undefined {
  try {
    const { file, text } = JSON.parse(
      localStorage.getItem(keyOf(challenge, language)) ?? '{}',
    ) as Partial<Draft>
    return typeof file === 'string' && typeof text === 'string' ? { file, text } : undefined
  } catch {
    return undefined
  }
}

/** With `undefined` the draft is dropped. Returns whether the browser keeps it. */
export function keepDraft(challenge: string, language: string, draft: Draft | undefined): boolean {
  try {
    const key = keyOf(challenge, language)
    if (draft) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}

/** The language that was written in last. */
export function lastLanguage(challenge: string): string | undefined {
  try {
    return localStorage.getItem(`bot ${challenge}`) ?? undefined
  } catch {
    return undefined
  }
}

export function rememberLanguage(challenge: string, language: string): void {
  try {
    localStorage.setItem(`bot ${challenge}`, language)
  } catch {
    // Storage may be blocked; the choice is then not remembered.
  }
}

const keyOf = (challenge: string, language: string): string => `bot ${challenge} ${language}`
