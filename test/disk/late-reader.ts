import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Reads a database once the file `begin` is there, and holds what it has read until there is the file `end`. */
const [file = '', home = ''] = process.argv.slice(2)

function waitFor(name: string): void {
  while (!existsSync(join(home, name))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
}

const database = new DatabaseSync(file, { readOnly: true })
const count = database.prepare('SELECT count(*) FROM log')
count.get()
writeFileSync(join(home, 'ready'), '')
waitFor('begin')
database.exec('BEGIN')
count.get()
writeFileSync(join(home, 'reading'), '')
waitFor('end')
database.exec('COMMIT')
database.close()
