import { badArgument } from './problem.ts'

export interface TcpAddress {
  readonly host: string
  readonly port: number
}

/** `HOST:PORT`, with an IPv6 host in brackets: `[::1]:4011`. */
export function readAddress(text: string): TcpAddress {
  const match = /^(?:\[([^\]\s]+)\]|([^\s:[\]]+)):(\d{1,5})$/.exec(text.trim())
  const port = Number(match?.[3])
  const host = match?.[1] ?? match?.[2]
  if (host === undefined || !isPort(port) || port === 0)
    throw badArgument(`Cannot read address ${JSON.stringify(text)}: expected HOST:PORT like 127.0.0.1:4011`)
  return { host, port }
}

export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN
  if (!isPort(port))
    throw badArgument(`Cannot use port ${JSON.stringify(text)}: expected a number from 0 to 65535`)
  return port
}

const isPort = (port: number): boolean => port >= 0 && port <= 65_535
