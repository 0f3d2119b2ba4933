import { connect, type Socket } from 'node:net'

export interface HttpAnswer {
  readonly status: number
  readonly body: string
}

/** A cheap HTTP client, so that the server is what is measured: one request at a time, ASCII bodies. */
export interface HttpConnection {
  ask(method: string, path: string, hear: (answer: HttpAnswer) => void): void
  close(): void
}

export function openConnection(port: number): HttpConnection {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let heard = ''
  let listener: ((answer: HttpAnswer) => void) | undefined
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text
    const head = heard.indexOf('\r\n\r\n')
    if (head === -1) return
    const length = Number(/content-length: (\d+)/i.exec(heard)?.[1] ?? 0)
    if (heard.length < head + 4 + length) return
    const answer = { status: Number(heard.slice(9, 12)), body: heard.slice(head + 4) }
    heard = ''
    listener?.(answer)
  })
  socket.on('error', (error) => {
    throw error
  })
  return {
    ask(method, path, hear) {
      listener = hear
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${method === 'POST' ? NO_BODY : ''}\r\n`)
    },
    close: () => void socket.destroy(),
  }
}

const NO_BODY = 'Content-Length: 0\r\n'

/** The fields of `/player/…` that a player needs. */
export interface DriverView {
  readonly status: string
  readonly player_number: 1 | 2
  readonly player_position: readonly [number, number]
  readonly orientation: string
  readonly time_for_move: string | null
}

/** Each cycle drives up and down in columns of its own, then straight into the wall: some hundred moves a round. */
export function chooseTurn({ player_number, player_position, orientation }: DriverView): string {
  const [x, y] = player_position
  const [low, high] = player_number === 1 ? [28, 45] : [54, 71]
  if (orientation === 'North' && y < 46) return 'None'
  if (orientation === 'North') return x >= high ? 'Left' : 'Right'
  if (orientation === 'East') return x >= high ? 'Left' : 'None'
  return x <= low ? 'Right' : 'None'
}
