/** A proven end as a remark: `wins in 3 moves`, counted by the moves of the winner as in chess. */
export function forecast(score: number, plies: number): string {
  const moves = Math.ceil(plies / 2)
  return `${score > 0 ? 'wins' : 'loses'} in ${moves} ${moves === 1 ? 'move' : 'moves'}`
}
