/**
 * How often to play each row of a matrix game, so that the worst column is as good as can be. Both sides learn from
 * regret; on tables of this size a few hundred rounds are close enough.
 */
export function mixture(table: readonly (readonly number[])[], rounds = 400): readonly number[] {
  const rows = table.length
  const columns = table[0]?.length ?? 0
  const [rowRegret, columnRegret] = [Array<number>(rows).fill(0), Array<number>(columns).fill(0)]
  const total = Array<number>(rows).fill(0)
  for (let round = 0; round < rounds; round++) {
    const row = byRegret(rowRegret)
    const column = byRegret(columnRegret)
    const rowGain = table.map((line) => line.reduce((sum, value, at) => sum + value * (column[at] as number), 0))
    const columnLoss = column.map((_, at) => table.reduce((sum, line, by) => sum + (line[at] as number) * (row[by] as number), 0))
    const value = rowGain.reduce((sum, gain, at) => sum + gain * (row[at] as number), 0)
    for (let at = 0; at < rows; at++) {
      rowRegret[at] = Math.max(0, (rowRegret[at] as number) + (rowGain[at] as number) - value)
      total[at] = (total[at] as number) + (round + 1) * (row[at] as number)
    }
    for (let at = 0; at < columns; at++)
      columnRegret[at] = Math.max(0, (columnRegret[at] as number) + value - (columnLoss[at] as number))
  }
  const sum = total.reduce((a, b) => a + b, 0)
  return total.map((weight) => weight / sum)
}

function byRegret(regrets: readonly number[]): readonly number[] {
  const sum = regrets.reduce((a, b) => a + b, 0)
  return regrets.map((regret) => (sum > 0 ? regret / sum : 1 / regrets.length))
}
