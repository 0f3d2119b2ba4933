import { LRUCache } from 'lru-cache'

/**
 * A cache of at most `most` values: beyond that it forgets the one that was used longest ago. `max` of `LRUCache` is the same limit, but takes the
 * room for all of them at once: some 3 ms of processor time for 10,000.
 */
export const recentlyUsed = <Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1 })
