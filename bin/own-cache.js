'use strict'
const { lstatSync, mkdirSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')

/**
 * The folder of compiled code, which Node executes unseen. Node's own choice has the same name for all users, and belongs to the first who
 * makes it: that user could have others execute anything. So each user has one, and one that others may write to is not used.
 */
module.exports = function ownCache() {
  const uid = process.getuid?.()
  const folder = join(tmpdir(), uid === undefined ? 'gamegrid-cache' : `gamegrid-cache-${uid}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    const isOwn =
      found.isDirectory() && (uid === undefined || (found.uid === uid && (found.mode & 0o022) === 0))
    return isOwn ? folder : undefined
  } catch {
    return undefined
  }
}
