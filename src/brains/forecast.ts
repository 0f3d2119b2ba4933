/** How a decided game will end, as a remark: `wins in 3 moves`, counted as in chess by the moves of who wins. */
export function forecast(score: number, plies: number): string {
  const moves = Math.ceil(plies / 2)
  return `${score > 0 ? 'wins' : 'loses'} in ${moves} ${moves === 1 ? 'move' : 'moves'}`
}
