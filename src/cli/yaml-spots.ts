import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml'
import { badArgument, placed, type CommandError } from './problem.ts'

/** A value of a YAML file with its position. */
export interface YamlSpot {
  readonly value: unknown
  /** `cup.yaml:7:3` */
  readonly where: string
  /** Of a mapping: its values by key. */
  readonly pairs?: ReadonlyMap<string, YamlPair>
  /** Of a list. */
  readonly items?: readonly YamlSpot[]
}

export interface YamlPair {
  readonly key: YamlSpot
  readonly value: YamlSpot
}

/** Parses a file. A syntax error ends the command and names the position. */
export function readYaml(file: string, text: string): YamlSpot {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const whereIs = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  const [problem] = [...document.errors, ...document.warnings]
  if (problem) throw badArgument(`${whereIs(problem.pos[0])}: Cannot read YAML: ${sentence(problem.message)}`)

  const spotOf = (source: Node | null, offset: number): YamlSpot => {
    const node = isAlias(source) ? (source.resolve(document) ?? null) : source
    const at = source?.range?.[0] ?? offset
    const where = whereIs(at)
    if (isMap<Node, Node | null>(node)) {
      const pairs = node.items.map(({ key, value }): [string, YamlPair] => {
        const keySpot = spotOf(key, at)
        return [String(keySpot.value), { key: keySpot, value: spotOf(value, key.range?.[1] ?? at) }]
      })
      return { value: node.toJS(document), where, pairs: new Map(pairs) }
    }
    if (isSeq<Node>(node))
      return { value: node.toJS(document), where, items: node.items.map((item) => spotOf(item, at)) }
    return { value: isScalar(node) ? node.value : null, where }
  }
  return spotOf(document.contents, 0)
}

/** The value at a path; if a part of the path is missing, the last value on the way. */
export function spotIn(spot: YamlSpot, [first, ...rest]: readonly string[]): YamlSpot {
  if (first === undefined) return spot
  const part = spot.pairs?.get(first)?.value ?? spot.items?.[Number(first)]
  return part === undefined ? spot : spotIn(part, rest)
}

export const wrongAt = (spot: YamlSpot, message: string): CommandError =>
  badArgument(placed(spot.where, message))

const sentence = (message: string): string => {
  const [line = ''] = message.split('\n')
  return (line.charAt(0).toLowerCase() + line.slice(1)).replace(/\.$/, '')
}
