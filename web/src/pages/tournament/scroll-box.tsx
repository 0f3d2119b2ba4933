import type { ReactNode } from 'react'

interface ScrollBoxProps {
  readonly label: string
  /** Limits the height, so that the box scrolls in both directions. */
  readonly isHigh?: boolean
  readonly children: ReactNode
}

/** A box that scrolls wide content, by keyboard as well. */
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
