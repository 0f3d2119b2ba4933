import type { ReactNode } from 'react'

interface ScrollBoxProps {
  readonly label: string
  /** No higher than the screen: it scrolls both ways. */
  readonly isHigh?: boolean
  readonly children: ReactNode
}

/** What is wider than a phone scrolls in a box of its own, by keyboard too. */
export const ScrollBox = ({ label, isHigh = false, children }: ScrollBoxProps) => (
  <div
    className="scroll-box"
    role="region"
    aria-label={`${label}, ${isHigh ? 'scrolls' : 'scrolls sideways'}`}
    tabIndex={0}
    data-high={isHigh ? '' : undefined}
  >
    {children}
  </div>
)
