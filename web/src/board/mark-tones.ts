import type { MarkColour } from '../../../src/game/remark.ts'

export type MarkTones = Readonly<Record<MarkColour, string>>

/**
 * The eight colours of marks, for light and for dark floors. Each has a contrast of 3:1 with its floors, and all differ
 * for people with any colour vision: they differ in lightness, too. The test beside this file measures both.
 */
export const MARK_TONES: Readonly<Record<'light' | 'dark', MarkTones>> = {
  light: {
    red: '#900d30',
    orange: '#9c542b',
    yellow: '#9f7d02',
    green: '#42926b',
    cyan: '#236575',
    blue: '#25289a',
    purple: '#8a4ac4',
    grey: '#181e27',
  },
  dark: {
    red: '#ff6349',
    orange: '#fa992d',
    yellow: '#f1cf3e',
    green: '#7ab984',
    cyan: '#87cddb',
    blue: '#6d92fb',
    purple: '#cc9fff',
    grey: '#dedede',
  },
}
