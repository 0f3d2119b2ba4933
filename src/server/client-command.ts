/** The commands that only all of gamegrid has, not the client that an arena serves. */
export const HOST_COMMANDS = [
  'tournament',
  'worker',
  'serve',
  'mcp',
  'store',
  'sandbox',
  'gamehost',
  'export',
  'climb',
  'perft',
] as const

/** Commands of a text as contestants type them: those that the arena's client has name the arena. Docs write `http://ARENA`. */
export const tellClient = (text: string, origin: string): string =>
  text.replaceAll(CONTESTANTS, `npx ${origin}/gamegrid.tgz`).replaceAll('http://ARENA', origin)

const CONTESTANTS = new RegExp(`npx gamegrid(?= (?!(?:${HOST_COMMANDS.join('|')})\\b)[a-z])`, 'g')
