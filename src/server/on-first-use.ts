/**
 * Makes a value when it is first asked for. A server has some 300 schemas, and each takes about a millisecond to compile:
 * without the wait the start of a server would compile all, and most servers use a few.
 */
export function onFirstUse<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
