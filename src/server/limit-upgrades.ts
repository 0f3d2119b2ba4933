import { networkOf } from '../base/network-of.ts'
import { tooFast } from '../protocols/request-error.ts'
import { openTokenBuckets } from '../protocols/token-buckets.ts'
import { asksForSocket } from './asks-for-socket.ts'
import type { App } from './context.ts'

/** A class behind one address opens a socket each, several times; a flood of handshakes delays the moves of players. */
const UPGRADE_BURST = 300
const UPGRADES_PER_SECOND = 20

/** Refuses WebSockets that one address opens too fast: before the handshake, and before any work for the request. */
export function limitUpgrades(app: App): void {
  const upgrades = openTokenBuckets(UPGRADE_BURST, UPGRADES_PER_SECOND)
  app.addHook('onRequest', (request, _reply, done) => {
    if (!asksForSocket(request)) return done()
    const seconds = upgrades.takeOne(networkOf(request.ip), performance.now())
    done(seconds === undefined ? undefined : tooFast(seconds))
  })
}
