import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'

const MAX_URL = 2_000
/** A URL leaves the usual port of its scheme out. */
const WEB_PORTS = ['', '80', '443']

/** Reads an address that a stranger gave us, as far as that can be judged without asking where it leads. */
export function readOutgoingUrl(text: string): Result<URL> {
  const bad = (why: string) => fail('bad-url', `Cannot call ${show(text)}: ${why}`)
  if (text.length > MAX_URL || !URL.canParse(text)) return bad('expected a URL like http://host:8080')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return bad('expected http or https')
  if (url.username !== '' || url.password !== '') return bad('a URL must have no name or password in it')
  if (!WEB_PORTS.includes(url.port) && Number(url.port) < 1024)
    return bad('expected port 80, 443 or one from 1024')
  return ok(url)
}
