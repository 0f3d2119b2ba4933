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
  if (plays?.startsWith('llm:')) return { tone: 'good', text: 'Language model' }
  const isOnWire = plays?.startsWith('player:') === true || (plays === null && bot === null)
  if (isOnWire && wire === LOBBY_ONLY)
    return { tone: 'busy', text: `Connected over ${wireWords(wire)}: contests need another wire` }
  if (plays?.startsWith('player:'))
    return wire === null
      ? { tone: 'busy', text: 'Plays over a wire, not connected yet' }
      : { tone: 'good', text: `Connected over ${wireWords(wire)}` }
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
  unjudged: 'has no verdict: the server failed',
} as const

/** Its players meet in a lobby of their own: they are not called to matches of contests. */
const LOBBY_ONLY = 'tcp'

const wireWords = (wire: string): string => WIRES[wire] ?? wire

const WIRES: Readonly<Record<string, string>> = {
  turns: 'HTTP',
  polling: 'HTTP polling',
  sse: 'SSE',
  mcp: 'MCP',
  tcp: 'TCP',
  browser: 'a browser',
}
