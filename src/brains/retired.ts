import type { Brain } from '../game/brain.ts'
import { searcher } from './quoridor/searcher.ts'

/**
 * House brains that are no rung any more. No list shows them, but records, tournaments and seasons of a ladder name them, so each is still
 * found by its name and keeps its rating.
 */
export const RETIRED: readonly Brain[] = [searcher(1600)]
