/** The line of a program's stderr that says what went wrong: in most languages the last, in some the first. */
export function lastError(errors: string): string | undefined {
  const lines = errors.split('\n').filter((line) => line.trim() !== '')
  if (lines.some((line) => line.startsWith('Traceback (most recent call last)'))) return lines.at(-1)?.trim()
  const named = lines.find((line) => /panicked at|terminate called|Exception\b|Error\b/.test(line))
  return (named ?? lines.at(-1))?.trim()
}

export const lastLines = (errors: string, count: number): readonly string[] =>
  errors
    .trimEnd()
    .split('\n')
    .slice(-count)
    .filter((line) => line.trim() !== '')
