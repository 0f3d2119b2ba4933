/**
 * Collects the items that come in one turn of the event loop, and hands them on together: one round trip instead of many. `flush`
 * gives one value for each item, in their order; none if there is nothing to tell.
 */
export function batch<Item, Value = void>(
  flush: (items: readonly Item[]) => Promise<readonly Value[]>,
): (item: Item) => Promise<Value> {
  let items: Item[] = []
  let flushed: Promise<readonly Value[]> | undefined
  return async (item) => {
    const at = items.push(item) - 1
    flushed ??= new Promise((resolve, reject) =>
      setImmediate(() => {
        const all = items
        items = []
        flushed = undefined
        flush(all).then(resolve, reject)
      }),
    )
    return (await flushed)[at] as Value
  }
}
