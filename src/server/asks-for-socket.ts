import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request asks to become a WebSocket. Clients ask for other protocols, too, and want a plain answer if the server does
 * not speak them: the HTTP client of Java asks for HTTP/2 (`Upgrade: h2c`) with every request.
 */
export const asksForSocket = ({ headers }: { readonly headers: IncomingHttpHeaders }): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket'
