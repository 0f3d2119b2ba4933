import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { PositionFigure } from './position-figure.tsx'
import { RecordFigure } from './record-figure.tsx'
import { TranscriptFigure } from './transcript-figure.tsx'

const FIGURES: Readonly<Record<string, ComponentType<{ readonly text: string }>>> = {
  position: PositionFigure,
  record: RecordFigure,
  transcript: TranscriptFigure,
}

/** Replaces the blocks of positions, records and transcripts of a page by figures. The result takes the figures away again. */
export function showFigures(page: HTMLElement): () => void {
  const shown = [...page.querySelectorAll<HTMLElement>('pre[data-kind]')].flatMap((block) => {
    const Figure = FIGURES[block.dataset['kind'] ?? '']
    if (Figure === undefined) return []
    const place = document.createElement('div')
    block.after(place)
    block.hidden = true
    const root = createRoot(place)
    root.render(<Figure text={block.dataset['record'] ?? block.textContent} />)
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
