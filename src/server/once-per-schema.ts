/**
 * Compiles each schema once for all servers of the process. A schema is known by its identity: most are constants of `src/api`, which
 * never change.
 */
export function oncePerSchema<Schema, Compiled>(
  compile: (schema: Schema) => Compiled,
): (schema: Schema) => Compiled {
  const known = new WeakMap<object, Compiled>()
  return (schema) => {
    if (typeof schema !== 'object' || schema === null) return compile(schema)
    const compiled = known.get(schema) ?? compile(schema)
    known.set(schema, compiled)
    return compiled
  }
}
