import type { Problem } from '../../base/result.ts'

/** Every way a request can be refused: its code, the HTTP status, and what is said where nothing better is known. */
export const ERRORS = {
  'bad-format': { status: 400, message: 'Cannot answer: expected a format out of json, xml, yaml, msgpack' },
  'bad-turn': { status: 400, message: 'Cannot read turn: expected Left, Right or None' },
  'bad-boost': { status: 400, message: 'Cannot read boost: expected True or False' },
  'bad-id': { status: 400, message: 'Cannot read id: expected a whole number from 1' },
  'bad-wait': { status: 400, message: 'Cannot wait: expected a number of seconds from 0 to 25' },
  'bad-full': { status: 400, message: 'Cannot read full: expected true or false' },
  'bad-request': { status: 400, message: 'Cannot read the request' },
  'no-boost-left': { status: 400, message: 'Cannot boost: no boost is left in this round' },
  'illegal-move': { status: 400, message: 'Cannot play this move: it is not legal here' },
  'no-key': { status: 401, message: 'Cannot move without a key: add ?key= with your API key' },
  'wrong-key': { status: 403, message: 'Cannot move with this key: nobody has it' },
  'not-your-player': { status: 403, message: 'Cannot move for this player: the key belongs to another' },
  'unknown-game': { status: 404, message: 'Cannot find this game' },
  'unknown-player': { status: 404, message: 'Cannot find this player in this game' },
  'unknown-address': { status: 404, message: 'Cannot find anything at this address' },
  'wrong-method': {
    status: 405,
    message: 'Cannot do this here: data is fetched with GET, a move is made with POST',
  },
  'not-your-turn': { status: 409, message: 'Cannot move now: it is not your turn' },
  'too-late': { status: 409, message: 'Cannot move any more: the time for this turn is over' },
  'game-over': { status: 410, message: 'Cannot move any more: the game is over' },
  'too-big': { status: 413, message: 'Cannot read the request: it is too big' },
  'too-fast': { status: 429, message: 'Cannot answer so many requests: wait as long as Retry-After says' },
  'server-error': { status: 500, message: 'Cannot answer: the server failed' },
  unavailable: { status: 503, message: 'Cannot answer now: the server is starting or stopping' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly message: string }>>

export type ErrorCode = keyof typeof ERRORS

export interface ErrorDocument {
  readonly error: ErrorCode
  readonly message: string
}

export interface PollingError {
  readonly status: number
  readonly document: ErrorDocument
}

export const pollingError = (code: ErrorCode, message: string = ERRORS[code].message): PollingError => ({
  status: ERRORS[code].status,
  document: { error: code, message },
})

/** What to answer to something unreadable; its code is one of the table if it was read by this wire. */
export const errorOf = ({ code, message }: Problem): PollingError =>
  pollingError(isErrorCode(code) ? code : 'bad-request', message)

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)
