import type { PostJson } from '../../protocols/post-json.ts'
import { ok, type Result } from '../../base/result.ts'
import { readAddressRules, type AddressOptions } from './address-rules.ts'
import { readCallbackHosts } from './callback-hosts.ts'
import { openOutgoing, type OutgoingOptions } from './post-json.ts'

export interface CallbackOptions {
  /** `HOST` or `HOST:PORT`. */
  readonly callbackHosts: readonly string[]
  readonly token: string | undefined
  /** What holds for all calls; a listed host may be called besides. */
  readonly addresses: AddressOptions
  /** How names are resolved and connections opened. */
  readonly dialing: Omit<OutgoingOptions, 'rules'>
  /** Calls coordinators that are not listed. */
  readonly post: PostJson
}

/**
 * Calls outside coordinators back. Every client may name one, without a key; so only coordinators on hosts that the organiser
 * listed get the token, and the others are called as teams are.
 */
export function openCallbacks(options: CallbackOptions): Result<PostJson> {
  const { addresses, dialing, post, token } = options
  const listed = readCallbackHosts(options.callbackHosts)
  if (!listed.ok) return listed
  const { hosts } = listed.value
  const rules = readAddressRules({ ...addresses, allowed: [...addresses.allowed, ...hosts] })
  if (!rules.ok) return rules
  const postToListed = openOutgoing({ rules: rules.value, ...dialing })
  return ok((url, body, rest) =>
    URL.canParse(url) && listed.value.has(new URL(url))
      ? postToListed(url, body, { ...rest, authorization: token })
      : post(url, body, rest),
  )
}
