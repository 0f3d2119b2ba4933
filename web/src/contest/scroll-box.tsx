import type { ReactNode } from 'react'

interface ScrollBoxProps {
  readonly label: string
  readonly children: ReactNode
}

/** What is wider than a phone scrolls in a box of its own, by keyboard too. */
export const ScrollBox = ({ label, children }: ScrollBoxProps) => (
  <div className="scroll-box" role="region" aria-label={`${label}, scrolls sideways`} tabIndex={0}>
    {children}
  </div>
)
