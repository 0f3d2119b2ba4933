import { text } from 'node:stream/consumers'
import { badArgument, CommandError } from './problem.ts'

/** Reads a secret from stdin, or asks for it at the terminal without showing what is typed. */
export async function askSecret(question: string, isPiped: boolean): Promise<string> {
  const secret = (isPiped ? await text(process.stdin) : await typeSecret(question)).trim()
  if (secret === '') throw badArgument('Cannot log in without a key: expected one')
  return secret
}

const [ENTER, END, INTERRUPT] = ['\r', '\u0004', '\u0003']

function typeSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY)
    throw badArgument('Cannot ask for the key here: pass it to --key-stdin, or run the command in a terminal')
  stderr.write(question)
  stdin.setRawMode(true).setEncoding('utf8')
  return new Promise((resolve, reject) => {
    let typed = ''
    const onData = (data: string): void => {
      for (const char of data) {
        if (char === INTERRUPT) return finish(() => reject(new CommandError('Interrupted', 1)))
        if (char === ENTER || char === '\n' || char === END) return finish(() => resolve(typed))
        typed = char === '\u007F' || char === '\b' ? typed.slice(0, -1) : typed + char
      }
    }
    const finish = (settle: () => void): void => {
      stdin.off('data', onData).setRawMode(false).pause()
      stderr.write('\n')
      settle()
    }
    stdin.on('data', onData)
  })
}
