/** The first error in the output of a build, and the place in the source that it names. */
export interface FirstError {
  /** Counts the lines of the output from 0. */
  readonly index: number
  readonly place?: SourcePlace
}

export interface SourcePlace {
  readonly file: string
  /** From 1. */
  readonly line: number
}

/** The words of compilers and interpreters: gcc and javac, rustc, Go, C#, Python, Node. */
const ERRORS: readonly RegExp[] = [
  /\berror(?:\[\w+\])?:/i,
  /: error \w+:/,
  /^\w*(?:Error|Exception)\b/,
  /^Traceback /,
  /^# command-line-arguments/,
  /^\S+\.go:\d+:\d+: /,
]

const PLACES: readonly RegExp[] = [
  /^\s*--> (?<file>[^:]+):(?<line>\d+)/,
  /^\s*File "(?<file>[^"]+)", line (?<line>\d+)/,
  /^(?<file>[^\s:()]+\.\w+):(?<line>\d+)/,
  /^(?<file>[^\s:()]+\.\w+)\((?<line>\d+),\d+\)/,
]

/** So many lines before and after an error may name its place. */
const AROUND = 8

export function firstError(lines: readonly string[]): FirstError | undefined {
  const index = lines.findIndex((line) => ERRORS.some((error) => error.test(line)))
  if (index === -1) return undefined
  // A compiler names the place in the line itself or after it; a traceback of Python before its last line.
  const nearby = [
    ...lines.slice(index, index + AROUND),
    ...lines.slice(Math.max(0, index - AROUND), index).toReversed(),
  ]
  const place = nearby.map(placeIn).find((found) => found !== undefined)
  return { index, ...(place && { place }) }
}

function placeIn(line: string): SourcePlace | undefined {
  for (const pattern of PLACES) {
    const { file, line: number } = pattern.exec(line)?.groups ?? {}
    if (file !== undefined && number !== undefined)
      return { file: file.split('/').at(-1) ?? file, line: Number(number) }
  }
  return undefined
}
