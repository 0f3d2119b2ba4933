/**
 * Collects the items that come in one turn of the event loop, and hands them on together: one round trip instead of many. `flush`
 * gives one value for each item, in their order; none if there is nothing to tell. With `paceMs` a flush begins at the earliest so
 * long after the one before: the first item of a quiet time does not wait, and under load more items share a round trip.
 */
export function batch<Item, Value = void>(
  flush: (items: readonly Item[]) => Promise<readonly Value[]>,
  paceMs = 0,
): (item: Item) => Promise<Value> {
  let items: Item[] = []
  let flushed: Promise<readonly Value[]> | undefined
  let last = -Infinity
  return async (item) => {
    const at = items.push(item) - 1
    flushed ??= new Promise((resolve, reject) => {
      const send = (): void => {
        const all = items
        items = []
        flushed = undefined
        last = performance.now()
        flush(all).then(resolve, reject)
      }
      if (performance.now() - last < paceMs) setTimeout(send, paceMs)
      else setImmediate(send)
    })
    return (await flushed)[at] as Value
  }
}
