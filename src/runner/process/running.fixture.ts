import { readdirSync, readFileSync } from 'node:fs'

/** The ids of all processes whose command line contains the text. */
export const running = (text: string): readonly string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text)
    } catch {
      return false
    }
  })
