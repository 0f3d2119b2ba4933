// Written by bench/ladder.ts --write from games that the house brains played: do not edit.

/** How strong a house brain is in a challenge. */
export interface Strength {
  /** On the scale of the ladder: `random` has 600. */
  readonly rating: number
  /** Half of the 95 % interval, against the mean of the brains of the challenge. */
  readonly plusMinus: number
  /** Different games that it was measured in. */
  readonly games: number
}

/** By challenge and brain, the weakest first. */
export const STRENGTHS: Readonly<Record<string, Readonly<Record<string, Strength>>>> = {
  'boost-tron': {
    first: { rating: 403, plusMinus: 472, games: 38 },
    random: { rating: 600, plusMinus: 453, games: 52 },
    baseline: { rating: 1411, plusMinus: 308, games: 52 },
    wanderer: { rating: 2013, plusMinus: 297, games: 54 },
    voronoi: { rating: 2325, plusMinus: 320, games: 42 },
    advanced: { rating: 2644, plusMinus: 480, games: 6 },
  },
  'light-cycle': {
    first: { rating: 160, plusMinus: 296, games: 232 },
    random: { rating: 600, plusMinus: 281, games: 188 },
    baseline: { rating: 1746, plusMinus: 116, games: 232 },
    hugger: { rating: 1993, plusMinus: 102, games: 232 },
    wanderer: { rating: 2159, plusMinus: 100, games: 232 },
    glancer: { rating: 2314, plusMinus: 100, games: 232 },
    voronoi: { rating: 2423, plusMinus: 102, games: 232 },
    surveyor: { rating: 2561, plusMinus: 108, games: 232 },
    searcher: { rating: 3118, plusMinus: 140, games: 230 },
    advanced: { rating: 3219, plusMinus: 156, games: 186 },
  },
  'longest-group': {
    first: { rating: 594, plusMinus: 275, games: 100 },
    random: { rating: 600, plusMinus: 280, games: 70 },
    baseline: { rating: 621, plusMinus: 274, games: 100 },
    greedy: { rating: 1541, plusMinus: 395, games: 100 },
    advanced: { rating: 2443, plusMinus: 638, games: 70 },
  },
  quoridor: {
    random: { rating: 600, plusMinus: 208, games: 168 },
    baseline: { rating: 655, plusMinus: 210, games: 124 },
    first: { rating: 754, plusMinus: 189, games: 168 },
    walker: { rating: 1671, plusMinus: 163, games: 168 },
    'alphabeta-2': { rating: 2492, plusMinus: 229, games: 168 },
    advanced: { rating: 3281, plusMinus: 335, games: 124 },
  },
  'tic-tac-toe': {
    random: { rating: 600, plusMinus: 76, games: 300 },
    baseline: { rating: 721, plusMinus: 83, games: 204 },
    first: { rating: 809, plusMinus: 107, games: 54 },
    perfect: { rating: 1269, plusMinus: 198, games: 54 },
  },
  'torus-tron': {
    random: { rating: 600, plusMinus: 507, games: 48 },
    first: { rating: 743, plusMinus: 489, games: 60 },
    baseline: { rating: 1531, plusMinus: 287, games: 60 },
    hugger: { rating: 1781, plusMinus: 269, games: 60 },
    wanderer: { rating: 1852, plusMinus: 266, games: 60 },
    glancer: { rating: 1995, plusMinus: 267, games: 60 },
    voronoi: { rating: 2665, plusMinus: 335, games: 60 },
    surveyor: { rating: 3344, plusMinus: 411, games: 60 },
    searcher: { rating: 3504, plusMinus: 425, games: 60 },
    advanced: { rating: 3734, plusMinus: 452, games: 48 },
  },
}
