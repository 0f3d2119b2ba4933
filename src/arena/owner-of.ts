import type { Store } from '../store/store.ts'

/** The team behind an entrant: of `player:ID`, and of a bot; undefined for all others. */
export function ownerOf(bot: string, store: Store): number | undefined {
  const [kind, id] = bot.split(/[:@]/)
  if (kind === 'player') return Number(id)
  return kind === 'bot' ? store.bot(Number(id))?.person : undefined
}
