import type { NetworkInterfaceInfo } from 'node:os'

export interface Listening {
  /** `0.0.0.0` and `::` are all addresses of the machine. */
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
  /** The names that `--public-host` gave. */
  readonly publicHosts: readonly string[]
}

/**
 * The addresses that people can type to reach a server, the best one first. A certificate is for names, so with HTTPS public
 * names come first. Then come the machine's own addresses: IPv4 before IPv6, networks of a room before bridges of containers.
 */
export function typedAddresses(
  { host, port, isSecure, publicHosts }: Listening,
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): readonly string[] {
  const origin = (name: string): string => {
    const written = name.includes(':') && !name.endsWith(']') ? name : `${name}:${port}`
    // `URL` leaves out the usual port of the scheme: people need not type it.
    return new URL(`${isSecure ? 'https' : 'http'}://${written}`).origin
  }
  const hosts = host === '0.0.0.0' || host === '::' ? machineAddresses(host, interfaces) : [host]
  const own = hosts.map((address) => origin(address.includes(':') ? `[${address}]` : address))
  return [...new Set([...(isSecure ? publicHosts.map(origin) : []), ...own])]
}

function machineAddresses(
  bound: '0.0.0.0' | '::',
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): readonly string[] {
  return Object.entries(interfaces)
    .flatMap(([name, infos = []]) => infos.map((info) => ({ name, ...info })))
    .filter(({ internal, address }) => !internal && !LINK_LOCAL.test(address))
    .filter(({ family }) => family === 'IPv4' || bound === '::')
    .map((info) => ({
      address: info.address,
      rank: (info.family === 'IPv4' ? 0 : 2) + Number(isBridge(info)),
    }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ address }) => address)
}

/** Addresses that hold on one cable only: a browser cannot even write those of IPv6. */
const LINK_LOCAL = /^(?:169\.254\.|fe[89ab][0-9a-f]:)/i

/** Networks inside this machine: other machines of the room do not reach them. */
const isBridge = ({ name }: { readonly name: string }): boolean =>
  /^(?:docker|br-|veth|virbr|vmnet|vboxnet|podman|cni|lxc|lxd)/.test(name)
