/** Shares the turns of the event loop among pieces of work whose size is known when they are done. */
export interface SharedTurns {
  /** Does the piece at once while this turn has room, or in a later turn, in order. It gives its size. */
  do(piece: () => number): void
}

/** `most`: how much is done in one turn. The last piece of a turn may exceed it. */
export function shareTurns(most: number): SharedTurns {
  let waiting: (() => number)[] = []
  let room = most
  let isCounting = false

  function work(): void {
    const pieces = waiting
    waiting = []
    let done = 0
    while (room > 0 && done < pieces.length) room -= pieces[done++]?.() ?? 0
    waiting = [...pieces.slice(done), ...waiting]
  }

  function nextTurn(): void {
    isCounting = room < most || waiting.length > 0
    room = most
    work()
    if (isCounting) setImmediate(nextTurn)
  }

  return {
    do(piece) {
      if (!isCounting) {
        isCounting = true
        setImmediate(nextTurn)
      }
      if (room > 0 && waiting.length === 0) room -= piece()
      else waiting.push(piece)
    },
  }
}
