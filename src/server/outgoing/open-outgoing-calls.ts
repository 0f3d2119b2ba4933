import { ok, type Result } from '../../base/result.ts'
import type { PostJson } from '../../protocols/post-json.ts'
import { isLoopback } from '../known-hosts.ts'
import type { ServerOptions } from '../server-options.ts'
import { readAddressRules } from './address-rules.ts'
import { openCallbacks } from './open-callbacks.ts'
import { openOutgoing } from './post-json.ts'

/** The calls that the server makes: to teams, to outside coordinators, which get the token, and to webhooks. */
export interface OutgoingCalls {
  readonly post: PostJson
  readonly callBack: PostJson
  /** The organiser named these addresses, so all public ones may be called; private ones as for teams. */
  readonly postToWebhook: PostJson
}

export function openOutgoingCalls(options: ServerOptions): Result<OutgoingCalls> {
  const { lookup, connect, allowedTeamHosts = [], callbackHosts = [], arenaToken } = options
  const addresses = { allowed: allowedTeamHosts, isLocal: options.hasLocalTeams ?? isForThisMachine(options) }
  const rules = readAddressRules(addresses)
  if (!rules.ok) return rules
  const dialing = { ...(lookup && { lookup }), ...(connect && { connect }) }
  const post = openOutgoing({ rules: rules.value, ...dialing })
  const callBack = openCallbacks({ callbackHosts, token: arenaToken, addresses, dialing, post })
  if (!callBack.ok) return callBack
  const forWebhooks = readAddressRules({ ...addresses, allowed: [...allowedTeamHosts, '*'] })
  if (!forWebhooks.ok) return forWebhooks
  const postToWebhook = openOutgoing({ rules: forWebhooks.value, ...dialing })
  return ok({ post, callBack: callBack.value, postToWebhook })
}

/** A public name, or a proxy to believe, says that others reach the server through a proxy on this machine. */
const isForThisMachine = ({ host, publicHosts = [], trustProxy = false }: ServerOptions): boolean =>
  isLoopback(host) && publicHosts.length === 0 && trustProxy === false
