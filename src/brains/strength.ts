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
    first: { rating: 594, plusMinus: 399, games: 40 },
    random: { rating: 600, plusMinus: 420, games: 20 },
    baseline: { rating: 617, plusMinus: 384, games: 40 },
    builder: { rating: 1259, plusMinus: 258, games: 40 },
    opportunist: { rating: 1347, plusMinus: 245, games: 40 },
    greedy: { rating: 1473, plusMinus: 241, games: 40 },
    'playouts-200': { rating: 1560, plusMinus: 246, games: 40 },
    'playouts-400': { rating: 2162, plusMinus: 315, games: 40 },
    'playouts-800': { rating: 2436, plusMinus: 335, games: 40 },
    'playouts-1600': { rating: 2614, plusMinus: 358, games: 40 },
    advanced: { rating: 2800, plusMinus: 390, games: 20 },
  },
  quoridor: {
    random: { rating: 600, plusMinus: 205, games: 76 },
    baseline: { rating: 605, plusMinus: 190, games: 152 },
    first: { rating: 668, plusMinus: 195, games: 136 },
    walker: { rating: 1304, plusMinus: 114, games: 152 },
    blocker: { rating: 1442, plusMinus: 108, games: 152 },
    'alphabeta-2': { rating: 1743, plusMinus: 107, games: 152 },
    'search-200': { rating: 1863, plusMinus: 113, games: 152 },
    'search-1600': { rating: 2037, plusMinus: 124, games: 152 },
    'network-4000': { rating: 2345, plusMinus: 150, games: 136 },
    advanced: { rating: 2570, plusMinus: 174, games: 76 },
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
