'use strict'
const { readFileSync } = require('node:fs')

/** Names the descriptor that closes when the launcher is gone, however it went: the host must not outlive it. */
const LIFELINE = 'GAMEGRID_LIFELINE'

/** How long an orderly end may take. */
const ORDERLY_MS = 5000

/** Ends as if it had been told to: what has a folder open closes it. What does not end by that is killed. */
const end = () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), ORDERLY_MS).unref()
  process.kill(process.pid, 'SIGTERM')
}

/** Ends this process, and its bots by their watchdog, when the launcher or the npm that started it is gone. */
function endWithStarter() {
  const descriptor = Number(process.env[LIFELINE])
  delete process.env[LIFELINE]
  if (descriptor) holdLifeline(descriptor)
  else if (process.env.npm_lifecycle_event !== undefined) watchNpm()
}

function holdLifeline(descriptor) {
  const { Socket } = require('node:net')
  const line = new Socket({ fd: descriptor, readable: true, writable: false })
  line.on('error', () => {}).on('close', end)
  line.resume().unref()
}

const LOOK_MS = 500

/**
 * npm hands no pipe down, so its process is looked for: npm is the parent, or there is a shell between. Without that shell
 * (`gamegrid serve &` in a script) somebody wanted it to go on alone. Linux only: elsewhere npm takes its children with it
 * unless it is killed outright.
 */
function watchNpm() {
  const parent = process.ppid
  const isChild = isNpm(parent)
  const npm = isChild ? parent : parentOf(parent)
  if (npm === undefined || !isNpm(npm)) return
  const timer = setInterval(() => {
    const isAlone = !isChild && process.ppid !== parent
    if (isAlone) clearInterval(timer)
    else if ((isChild ? process.ppid : parentOf(parent)) !== npm) {
      clearInterval(timer)
      end()
    }
  }, LOOK_MS)
  timer.unref()
}

/** npm writes its title over its command line. */
const isNpm = (pid) => /^np[mx]( |\0|$)/.test(read(`/proc/${pid}/cmdline`))

/** A process whose parent is gone has another one at once, also while the dead parent is not cleared away yet. */
function parentOf(pid) {
  const stat = read(`/proc/${pid}/stat`)
  const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
  return parent === undefined ? undefined : Number(parent)
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

module.exports = { LIFELINE, endWithStarter }
