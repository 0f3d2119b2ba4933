/** A map that forgets what was used least recently. */
export function recent<Value, Key = number>(size: number) {
  const values = new Map<Key, Value>()
  const set = (key: Key, value: Value): void => {
    values.delete(key)
    values.set(key, value)
    const [oldest] = values.keys()
    if (values.size > size && oldest !== undefined) values.delete(oldest)
  }
  return {
    set,
    get(key: Key): Value | undefined {
      const value = values.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
  }
}
