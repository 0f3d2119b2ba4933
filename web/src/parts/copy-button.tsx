import { useState } from 'react'

/** Copies a text to the clipboard. Without access to the clipboard it selects the text, so that the user can copy it. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [done, setDone] = useState<'copied' | 'selected'>()
  const copy = async (button: HTMLElement): Promise<void> => {
    // Only pages from localhost or over https have a clipboard.
    const { clipboard } = navigator as { readonly clipboard?: Clipboard }
    try {
      if (!clipboard) throw new Error('no clipboard')
      await clipboard.writeText(text)
      setDone('copied')
    } catch {
      const shown = button.previousElementSibling
      if (shown) window.getSelection()?.selectAllChildren(shown)
      setDone('selected')
    }
  }
  return (
    <button
      type="button"
      className="button copy"
      aria-label={`Copy ${what}`}
      onClick={(event) => void copy(event.currentTarget)}
    >
      {done === undefined ? 'Copy' : done === 'copied' ? 'Copied' : 'Press Ctrl+C'}
    </button>
  )
}
