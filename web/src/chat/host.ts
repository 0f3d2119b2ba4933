import { isObject, type JsonObject } from '../../../src/base/json.ts'

/** The client that shows this page, over the messages of MCP Apps (revision 2026-01-26). */
export interface Host {
  /** The page has another size. */
  resized(width: number, height: number): void
}

export interface HostEvents {
  onTheme(theme: string): void
  /** The answer of a tool. */
  onResult(result: JsonObject): void
}

/** Tells the client that the page is there, and listens to it alone. */
export function openHost(events: HostEvents): Host {
  const send = (message: JsonObject): void =>
    // The page is in a frame without an origin and does not know that of its client; it sends nothing secret.
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')

  function heard(message: JsonObject): void {
    const { id, method, params, result } = message
    if (id === HELLO && isObject(result)) {
      themeIn(result['hostContext'])
      send({ method: 'ui/notifications/initialized', params: {} })
    } else if (method === 'ui/notifications/tool-result' && isObject(params)) events.onResult(params)
    else if (method === 'ui/notifications/host-context-changed') themeIn(params)
    // The client asks whether the page is alive, or tells it that it is closed.
    else if (typeof method === 'string' && id !== undefined) send({ id, result: {} })
  }

  function themeIn(context: unknown): void {
    const theme = isObject(context) ? context['theme'] : undefined
    if (theme === 'light' || theme === 'dark') events.onTheme(theme)
  }

  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === window.parent && isObject(data)) heard(data)
  })
  send({
    id: HELLO,
    method: 'ui/initialize',
    params: {
      protocolVersion: '2026-01-26',
      appInfo: { name: 'gamegrid', version: '1' },
      appCapabilities: {},
    },
  })
  return {
    resized: (width, height) => send({ method: 'ui/notifications/size-changed', params: { width, height } }),
  }
}

const HELLO = 1
