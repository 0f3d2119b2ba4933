import { ok, type Result } from '../../base/result.ts'
import type { PostJson } from '../../protocols/post-json.ts'
import { isLoopback } from '../known-hosts.ts'
import type { ServerOptions } from '../server-options.ts'
import { readAddressRules } from './address-rules.ts'
import { openCallbacks } from './open-callbacks.ts'
import { openOutgoing } from './post-json.ts'

/** The two kinds of calls that the server makes: to teams, and to outside coordinators, which get the token. */
export interface OutgoingCalls {
  readonly post: PostJson
  readonly callBack: PostJson
}

export function openOutgoingCalls(options: ServerOptions): Result<OutgoingCalls> {
  const { lookup, connect, host, allowedTeamHosts = [], callbackHosts = [], arenaToken } = options
  const addresses = { allowed: allowedTeamHosts, isLocal: options.hasLocalTeams ?? isLoopback(host) }
  const rules = readAddressRules(addresses)
  if (!rules.ok) return rules
  const dialing = { ...(lookup && { lookup }), ...(connect && { connect }) }
  const post = openOutgoing({ rules: rules.value, ...dialing })
  const callBack = openCallbacks({ callbackHosts, token: arenaToken, addresses, dialing, post })
  return callBack.ok ? ok({ post, callBack: callBack.value }) : callBack
}
