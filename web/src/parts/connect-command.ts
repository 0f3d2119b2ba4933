/** The command with which a team plays its tournament matches, of all challenges or of one. */
export const connectCommand = (key: string, challenge?: string): string =>
  [
    `GAMEGRID_KEY=${key} npx gamegrid connect ${window.location.origin} ./my-brain.mjs`,
    ...(challenge === undefined ? [] : [`--challenge ${challenge}`]),
    '--against contest',
  ].join(' ')
