import type { ReadyTeam } from '../../../src/api/entry.ts'

/** How ready a team is, in a few words. */
export interface ReadyWords {
  /** `none`: nothing can play for it, and nothing is under way. */
  readonly tone: 'good' | 'busy' | 'bad' | 'none'
  readonly text: string
}

type Team = Pick<ReadyTeam, 'state' | 'plays' | 'bot' | 'wire'>

export function readyWords({ state, plays, bot, wire }: Team): ReadyWords {
  if (state === 'refused') return { tone: 'bad', text: 'Refused' }
  if (state === 'asked') return { tone: 'busy', text: 'Waits for approval' }
  if (plays?.startsWith('house:')) return { tone: 'good', text: 'House brain' }
  if (plays?.startsWith('player:'))
    return wire === null
      ? { tone: 'busy', text: 'Plays over a wire, not connected yet' }
      : { tone: 'good', text: `Connected over ${WIRES[wire] ?? wire}` }
  if (plays !== null) return { tone: 'good', text: `Ready: ${playing(plays, bot)}${newer(plays, bot)}` }
  if (bot === null) return { tone: 'none', text: 'No bot yet' }
  return {
    tone: bot.status === 'building' ? 'busy' : 'bad',
    text: `${bot.name} v${bot.version} ${STATUS[bot.status]}`,
  }
}

const playing = (plays: string, bot: Team['bot']): string =>
  `${bot !== null && plays.startsWith(`bot:${bot.id}@`) ? bot.name : 'bot'} v${plays.split('@')[1] ?? ''}`

/** What became of an upload after the version that plays. */
function newer(plays: string, bot: Team['bot']): string {
  if (bot === null || bot.status === 'passed' || plays === `bot:${bot.id}@${bot.version}`) return ''
  return `, v${bot.version} ${STATUS[bot.status]}`
}

const STATUS = {
  building: 'is being built',
  passed: 'passed',
  failed: 'failed',
  unjudged: 'could not be judged',
} as const

const WIRES: Readonly<Record<string, string>> = {
  turns: 'HTTP',
  polling: 'HTTP polling',
  sse: 'SSE',
  mcp: 'MCP',
}
