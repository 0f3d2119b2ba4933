import type { MouseEvent } from 'react'

/**
 * A button that becomes another one by its click, as *Start* becomes *Pause*, takes the first click of a double click alone: the second one
 * was not meant for the button that stands there by then. A key has no count of clicks.
 */
export const firstClick =
  (act: () => unknown) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) act()
  }
