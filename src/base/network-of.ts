/**
 * The part of an address that rate limits count by: an IPv4 address, or the /64 network of an IPv6 address, because one
 * user may use any address of its /64.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped !== undefined || !plain.includes(':')) return mapped ?? plain
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const given = groups.length + (tail ? tail.split(':').length : 0)
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - given)).fill('0')
  const all = [...groups, ...zeros, ...(tail ? tail.split(':') : [])]
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
