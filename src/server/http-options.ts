import type { ServerSettings, TrustedProxies } from './context.ts'
import { asksForSocket } from './asks-for-socket.ts'
import { answerBrokenRequest } from './broken-request.ts'

/** How our server speaks HTTP, and which proxies it trusts. */
export function httpOptions({
  certificate,
  patience,
  trustProxy,
}: Pick<ServerSettings, 'certificate' | 'patience' | 'trustProxy'>) {
  const http = {
    headersTimeout: patience.headersMs,
    connectionsCheckingInterval: patience.headersMs / 2,
    maxHeaderSize: 16 * 1024,
    shouldUpgradeCallback: asksForSocket,
  }
  return {
    // A body has a deadline by its progress, not in total: `watchBodies`.
    requestTimeout: 0,
    keepAliveTimeout: 60_000,
    ...(certificate
      ? {
          https: {
            ...http,
            cert: certificate.cert,
            key: certificate.key,
            handshakeTimeout: patience.headersMs,
          },
        }
      : { http }),
    forceCloseConnections: true,
    trustProxy: trustOf(trustProxy),
    routerOptions: { maxParamLength: 256 },
    clientErrorHandler: answerBrokenRequest,
    logger: false,
  } as const
}

/** Hops are counted from the server: hop 0 is the connection itself. Entries of `X-Forwarded-For` beyond the proxies are ignored: clients can forge them. */
const trustOf = (proxies: TrustedProxies) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies && [...proxies]
