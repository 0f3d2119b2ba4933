import { show } from '../base/fields.ts'
import { badArgument } from './problem.ts'

/** Reads the whole number of an option. */
export function readCount(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,13}$/.test(text) ? Number(text) : NaN
  if (value >= least && value <= most) return value
  throw badArgument(`Cannot set --${name} to ${show(text)}: expected a whole number from ${least} to ${most}`)
}
