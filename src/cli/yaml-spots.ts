import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Alias, type Node } from 'yaml'
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

/** By aliases of aliases a small text can become a huge value. */
const MOST_ALIASES = 1_000

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

  let aliases = 0
  /** The node that an alias stands for. `around` has the nodes that the alias is a part of. */
  const resolve = (alias: Alias, around: readonly Node[]): Node => {
    const where = whereIs(alias.range?.[0] ?? 0)
    const wrong = (why: string): CommandError => badArgument(`${where}: Cannot read YAML: ${why}`)
    if (++aliases > MOST_ALIASES) throw wrong(`expected at most ${MOST_ALIASES} aliases, also within aliases`)
    const node = alias.resolve(document)
    if (node === undefined)
      throw wrong(`expected the anchor &${alias.source} before the alias *${alias.source}`)
    if (around.includes(node)) throw wrong(`the alias *${alias.source} is a part of what it stands for`)
    return node
  }
  const spotOf = (source: Node | null, offset: number, around: readonly Node[] = []): YamlSpot => {
    const node = isAlias(source) ? resolve(source, around) : source
    const at = source?.range?.[0] ?? offset
    const where = whereIs(at)
    if (isMap<Node, Node | null>(node)) {
      const inside = [...around, node]
      const pairs = node.items.map(({ key, value }): [string, YamlPair] => {
        const keySpot = spotOf(key, at, inside)
        const valueSpot = spotOf(value, key.range?.[1] ?? at, inside)
        return [String(keySpot.value), { key: keySpot, value: valueSpot }]
      })
      const value = Object.fromEntries(pairs.map(([name, pair]) => [name, pair.value.value]))
      return { value, where, pairs: new Map(pairs) }
    }
    if (isSeq<Node>(node)) {
      const items = node.items.map((item) => spotOf(item, at, [...around, node]))
      return { value: items.map(({ value }) => value), where, items }
    }
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
