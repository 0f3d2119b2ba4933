/** What a team runs to play all its games of contests, or those of one challenge. */
export const connectCommand = (key: string, challenge?: string): string =>
  [
    `GAMEGRID_KEY=${key} npx gamegrid connect ${window.location.origin} ./my-brain.mjs`,
    ...(challenge === undefined ? [] : [`--challenge ${challenge}`]),
    '--against contest',
  ].join(' ')
