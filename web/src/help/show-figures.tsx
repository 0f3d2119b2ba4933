import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { PositionFigure } from './position-figure.tsx'
import { TranscriptFigure } from './transcript-figure.tsx'

const FIGURES: Readonly<Record<string, ComponentType<{ readonly text: string }>>> = {
  position: PositionFigure,
  transcript: TranscriptFigure,
}

/** Puts boards and transcripts in the place of the blocks of a page that tell them as text. The result takes them away again. */
export function showFigures(page: HTMLElement): () => void {
  const shown = [...page.querySelectorAll<HTMLElement>('pre[data-kind]')].flatMap((block) => {
    const Figure = FIGURES[block.dataset['kind'] ?? '']
    if (Figure === undefined) return []
    const place = document.createElement('div')
    block.after(place)
    block.hidden = true
    const root = createRoot(place)
    root.render(<Figure text={block.textContent} />)
    return [{ block, place, root }]
  })
  return () => {
    for (const { block, place, root } of shown) {
      root.unmount()
      place.remove()
      block.hidden = false
    }
  }
}
