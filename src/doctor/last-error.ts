/** The line of a program's stderr that says what went wrong: in most languages the last, in some the first. */
export function lastError(errors: string): string | undefined {
  const lines = errors.split('\n').filter((line) => line.trim() !== '')
  if (lines.some((line) => line.startsWith('Traceback (most recent call last)'))) return lines.at(-1)?.trim()
  const named = lines.find((line) => /panicked at|terminate called|Exception\b|Error\b/.test(line))
  return (named ?? lines.at(-1))?.trim()
}

/** The file and line of the last stack trace of a brain, as `logThrown` writes it. */
export function lastPlace(errors: string): string | undefined {
  const [frames = ''] = errors.match(/(?:^ {4}at .+$\n?)+/gm)?.slice(-1) ?? []
  return /^ {4}at (?:.* \()?(.+?:\d+)/.exec(frames)?.[1]
}

export const lastLines = (errors: string, count: number): readonly string[] =>
  errors
    .trimEnd()
    .split('\n')
    .slice(-count)
    .filter((line) => line.trim() !== '')
