'use strict'
const { readFileSync } = require('node:fs')

/**
 * The environment variable with the number of a pipe. The pipe closes when the launcher dies; the host must then end, too. What the launcher
 * writes to it comes back while the host's event loop runs.
 */
const LIFELINE = 'GAMEGRID_LIFELINE'

/** How long an orderly shutdown may take. */
const ORDERLY_MS = 5000

/** Sends SIGTERM to this process, so that it closes its data folder, and SIGKILL if that does not end it. */
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
  const line = new Socket({ fd: descriptor, readable: true, writable: true })
  line.on('error', () => {}).on('close', end)
  // The launcher asks whether this process still answers.
  line.on('data', (question) => line.write(question))
  line.resume().unref()
}

const LOOK_MS = 500

/**
 * npm passes no pipe to us, so we poll for its process: npm is our parent, or there is a shell between. If that shell ends
 * (`gamegrid serve &` in a script), the user wants us to go on alone. Linux only: on other systems npm ends its children,
 * unless npm itself gets SIGKILL.
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

/** npm sets its process title, which replaces its command line. */
const isNpm = (pid) => /^np[mx]( |\0|$)/.test(read(`/proc/${pid}/cmdline`))

/** The kernel gives an orphan a new parent at once, even while the dead parent is still a zombie. */
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

/** A host that does not answer for so long is stuck. */
const STUCK_MS = 10_000

/**
 * Passes signals on to the host. The second one asks whether the host still answers, and kills it if it does not: a handler of a signal
 * never runs in an endless loop. A host that answers may close for as long as it needs, and a single signal never kills: one long write to a
 * slow disk is no fault. What a server has acknowledged is on disk, so even a kill loses nothing of it.
 */
function passSignals(child) {
  const line = child.stdio[3]
  let signals = 0
  let kill
  line.unref()
  line
    .on('error', () => {})
    .on('data', () => {
      clearTimeout(kill)
      kill = undefined
    })
  const pass = (signal) => {
    child.kill(signal)
    if (++signals < 2 || kill !== undefined) return
    line.write('?')
    kill = setTimeout(() => child.kill('SIGKILL'), STUCK_MS)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
  child.on('exit', () => clearTimeout(kill))
}

module.exports = { LIFELINE, endWithStarter, passSignals }
