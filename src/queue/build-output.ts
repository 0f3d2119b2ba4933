import { StringDecoder } from 'node:string_decoder'
import type { OnOutput } from '../workshop/build-bot.ts'
import type { BuildStage } from '../workshop/examine-upload.ts'
import type { BuildMessage } from './worker-message.ts'

/** Sends the steps of a build, and what it prints, as they come. */
export interface BuildOutput {
  readonly step: (stage: BuildStage) => void
  readonly write: OnOutput
  /** Sends what is left. */
  end(): void
}

/** Output is collected for so long. */
const COLLECT_MS = 50
/** As many characters as the arena keeps of a build: of more in one message only the end would be seen. */
const MOST = 64 * 1024

export function tellOutput(send: (message: BuildMessage) => void): BuildOutput {
  let n = 0
  let text = ''
  let from: 'program' | 'arena' = 'arena'
  let decoder = new StringDecoder()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (text !== '') send({ kind: 'output', n: n++, text, from })
    text = ''
  }

  /** A character whose last bytes did not come is complete as it is. */
  function endText(): void {
    text += decoder.end()
    decoder = new StringDecoder()
    flush()
  }

  return {
    step(step) {
      endText()
      send({ kind: 'step', n: n++, step })
    },
    write(chunk, writer) {
      if (writer !== from) endText()
      from = writer
      text += typeof chunk === 'string' ? chunk : decoder.write(chunk)
      if (text.length > MOST) text = `…\n${text.slice(-MOST / 2)}`
      timer ??= setTimeout(flush, COLLECT_MS)
    },
    end: endText,
  }
}
