/** What a contestant types: the client that this arena serves, which needs Node and nothing else. */
export const clientCommand = (words: string): string => `npx ${window.location.origin}/gamegrid.tgz ${words}`

/** The command with which a team plays its tournament matches, of all challenges or of one. */
export const connectCommand = (key: string, challenge?: string): string =>
  [
    `GAMEGRID_KEY=${key} ${clientCommand(`connect ${window.location.origin} ./my-brain.mjs`)}`,
    ...(challenge === undefined ? [] : [`--challenge ${challenge}`]),
    '--against contest',
  ].join(' ')
