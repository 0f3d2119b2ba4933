import { show } from '../base/fields.ts'
import { fail, type Problem } from '../base/result.ts'

/**
 * The names that an archive has used so far. Some file systems ignore case or Unicode normalisation, so names that
 * differ only in these are refused everywhere.
 */
export class EntryLedger {
  readonly #taken = new Map<string, { readonly name: string; readonly isFile: boolean }>()

  /** Adds an entry and the folders above it. The same folder may be added again. */
  add(parts: readonly string[], isFile: boolean): Problem | undefined {
    for (let depth = 1; depth <= parts.length; depth++) {
      const isLast = depth === parts.length
      const problem = this.#put(parts.slice(0, depth).join('/'), isLast && isFile, parts.join('/'))
      if (problem) return problem
    }
    return undefined
  }

  /** The only thing at the top, if it is a folder. */
  onlyFolder(): string | undefined {
    const top = [...this.#taken.values()].filter(({ name }) => !name.includes('/'))
    return top.length === 1 && top[0]?.isFile === false ? top[0].name : undefined
  }

  #put(name: string, isFile: boolean, entry: string): Problem | undefined {
    const key = name.normalize('NFC').toLowerCase()
    const there = this.#taken.get(key)
    if (there === undefined) {
      this.#taken.set(key, { name, isFile })
      return undefined
    }
    if (there.name !== name)
      return refuse(entry, `${show(there.name)} is there, which some machines call the same`)
    if (there.isFile && !isFile) return refuse(entry, `${show(name)} is a file, and a folder as well`)
    if (isFile)
      return refuse(entry, there.isFile ? 'it is there twice' : 'it is a file, and a folder as well')
    return undefined
  }
}

const refuse = (entry: string, why: string): Problem =>
  fail('archive-twice', `Cannot unpack ${show(entry)}: ${why}`).problem
