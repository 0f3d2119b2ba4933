/**
 * What stands for one network user in limits: an IPv4 address, or the first half of an IPv6 address, of which the user
 * chooses the other half freely.
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
