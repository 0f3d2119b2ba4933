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
    first: { rating: 76, plusMinus: 288, games: 500 },
    random: { rating: 600, plusMinus: 281, games: 300 },
    baseline: { rating: 1490, plusMinus: 95, games: 550 },
    hugger: { rating: 1771, plusMinus: 86, games: 600 },
    wanderer: { rating: 2033, plusMinus: 84, games: 550 },
    glancer: { rating: 2213, plusMinus: 84, games: 500 },
    voronoi: { rating: 2448, plusMinus: 86, games: 500 },
    'search-25': { rating: 2633, plusMinus: 94, games: 400 },
    'search-120': { rating: 2863, plusMinus: 105, games: 400 },
    advanced: { rating: 3119, plusMinus: 120, games: 200 },
  },
  'light-cycle': {
    first: { rating: 116, plusMinus: 138, games: 587 },
    random: { rating: 600, plusMinus: 111, games: 746 },
    baseline: { rating: 1461, plusMinus: 62, games: 750 },
    hugger: { rating: 1711, plusMinus: 54, games: 748 },
    wanderer: { rating: 1919, plusMinus: 52, games: 750 },
    glancer: { rating: 2143, plusMinus: 52, games: 750 },
    voronoi: { rating: 2345, plusMinus: 56, games: 747 },
    'search-25': { rating: 2756, plusMinus: 68, games: 725 },
    'search-120': { rating: 2996, plusMinus: 79, games: 708 },
    advanced: { rating: 3266, plusMinus: 97, games: 575 },
  },
  'longest-group': {
    baseline: { rating: 568, plusMinus: 84, games: 300 },
    first: { rating: 570, plusMinus: 80, games: 500 },
    random: { rating: 600, plusMinus: 77, games: 550 },
    'sometimes-builder': { rating: 854, plusMinus: 69, games: 600 },
    builder: { rating: 1112, plusMinus: 62, games: 600 },
    opportunist: { rating: 1288, plusMinus: 58, games: 600 },
    greedy: { rating: 1503, plusMinus: 55, games: 600 },
    'playouts-200': { rating: 1819, plusMinus: 55, games: 600 },
    'playouts-280': { rating: 2021, plusMinus: 57, games: 600 },
    'playouts-400': { rating: 2282, plusMinus: 63, games: 600 },
    'playouts-560': { rating: 2457, plusMinus: 68, games: 600 },
    'playouts-800': { rating: 2640, plusMinus: 75, games: 550 },
    'playouts-1600': { rating: 2947, plusMinus: 88, games: 500 },
    advanced: { rating: 3167, plusMinus: 100, games: 300 },
  },
  quoridor: {
    baseline: { rating: 594, plusMinus: 70, games: 300 },
    random: { rating: 600, plusMinus: 65, games: 500 },
    first: { rating: 631, plusMinus: 61, games: 550 },
    'sometimes-walker': { rating: 812, plusMinus: 55, games: 600 },
    walker: { rating: 1023, plusMinus: 49, games: 600 },
    blocker: { rating: 1171, plusMinus: 46, games: 600 },
    'alphabeta-2': { rating: 1480, plusMinus: 46, games: 650 },
    'search-200': { rating: 1625, plusMinus: 49, games: 650 },
    'search-1600': { rating: 1781, plusMinus: 70, games: 200 },
    'search-4000': { rating: 1932, plusMinus: 58, games: 600 },
    'network-4000': { rating: 2197, plusMinus: 70, games: 550 },
    advanced: { rating: 2422, plusMinus: 85, games: 300 },
  },
  'tic-tac-toe': {
    random: { rating: 600, plusMinus: 90, games: 350 },
    baseline: { rating: 723, plusMinus: 96, games: 206 },
    first: { rating: 811, plusMinus: 120, games: 56 },
    minimax: { rating: 1297, plusMinus: 196, games: 56 },
    perfect: { rating: 1335, plusMinus: 210, games: 56 },
  },
  'torus-tron': {
    random: { rating: 600, plusMinus: 202, games: 1199 },
    first: { rating: 678, plusMinus: 200, games: 1489 },
    baseline: { rating: 1805, plusMinus: 65, games: 1498 },
    hugger: { rating: 2017, plusMinus: 61, games: 1500 },
    wanderer: { rating: 2263, plusMinus: 59, games: 1500 },
    glancer: { rating: 2530, plusMinus: 60, games: 1500 },
    voronoi: { rating: 2815, plusMinus: 62, games: 1497 },
    'search-25': { rating: 2990, plusMinus: 65, games: 1453 },
    'search-120': { rating: 3293, plusMinus: 72, games: 1414 },
    advanced: { rating: 3579, plusMinus: 82, games: 1154 },
  },
}
