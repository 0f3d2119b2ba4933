import type { WireRoutes } from '../protocols/wire-server.ts'
import { SERVERS } from '../wires/servers.ts'

const WIRES: readonly WireRoutes<never>[] = SERVERS.flatMap(({ http }) => (http ? [http] : []))

/** The wire that owns an address: it has an error form of its own for every answer there. */
export const wireAt = (url: string): WireRoutes<never> | undefined => WIRES.find((wire) => wire.owns?.(url))

/** Whether a wire answers there with what is in the store. */
export const isOfWire = (url: string): boolean =>
  WIRES.some((wire) => wire.owns?.(url) === true || wire.tellsOf?.(url) === true)
