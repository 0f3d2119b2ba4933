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
    first: { rating: 252, plusMinus: 310, games: 168 },
    random: { rating: 600, plusMinus: 292, games: 124 },
    baseline: { rating: 1619, plusMinus: 163, games: 168 },
    wanderer: { rating: 1940, plusMinus: 159, games: 168 },
    voronoi: { rating: 2379, plusMinus: 187, games: 168 },
    advanced: { rating: 3280, plusMinus: 327, games: 124 },
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
    random: { rating: 600, plusMinus: 90, games: 350 },
    baseline: { rating: 723, plusMinus: 96, games: 206 },
    first: { rating: 811, plusMinus: 120, games: 56 },
    minimax: { rating: 1297, plusMinus: 196, games: 56 },
    perfect: { rating: 1335, plusMinus: 210, games: 56 },
  },
  'torus-tron': {
    random: { rating: 600, plusMinus: 326, games: 124 },
    first: { rating: 657, plusMinus: 320, games: 168 },
    baseline: { rating: 1579, plusMinus: 200, games: 168 },
    wanderer: { rating: 2176, plusMinus: 198, games: 168 },
    voronoi: { rating: 2743, plusMinus: 236, games: 168 },
    advanced: { rating: 3399, plusMinus: 326, games: 124 },
  },
}
