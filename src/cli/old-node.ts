/**
 * What gamegrid uses and a Node before 24 does not have. The packed client loads this first; it runs on Node 20. The full
 * gamegrid brings a Node of its own and does not need it.
 */

const add = (target: object, name: string, value: unknown): void => {
  if (!(name in target))
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false })
}

for (const name of ['dispose', 'asyncDispose']) add(Symbol, name, Symbol.for(`Symbol.${name}`))

type Disposal = () => void

class Stack {
  readonly #disposals: Disposal[] = []

  use<T extends Disposable | null | undefined>(value: T): T {
    if (value) this.#disposals.push(() => value[Symbol.dispose]())
    return value
  }

  defer(onDispose: Disposal): void {
    this.#disposals.push(onDispose)
  }

  dispose(): void {
    for (let next = this.#disposals.pop(); next; next = this.#disposals.pop()) next()
  }

  [Symbol.dispose](): void {
    this.dispose()
  }
}

function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, at: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  let at = 0
  for (const item of items) {
    const key = keyOf(item, at++)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function difference<T>(this: ReadonlySet<T>, other: { has(value: T): boolean }): Set<T> {
  return new Set([...this].filter((value) => !other.has(value)))
}

/** The methods of arrays that iterators have as well. */
const LIST_METHODS = ['map', 'filter', 'find', 'some', 'every', 'reduce', 'forEach', 'flatMap'] as const

add(globalThis, 'DisposableStack', Stack)
add(Map, 'groupBy', groupBy)
add(Set.prototype, 'difference', difference)
const iterators: object = Object.getPrototypeOf(Object.getPrototypeOf([].values()) as object)
for (const name of LIST_METHODS)
  add(iterators, name, function method(this: Iterable<unknown>, ...args: readonly unknown[]): unknown {
    const list: unknown = Reflect.apply(
      Array.prototype[name] as (...all: unknown[]) => unknown,
      [...this],
      args,
    )
    return Array.isArray(list) && name !== 'reduce' ? list.values() : list
  })
add(iterators, 'toArray', function toArray(this: Iterable<unknown>) {
  return [...this]
})
