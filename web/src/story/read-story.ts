import { beginStory, continueStory, type Story } from './story.ts'

/** The story of a record; undefined if the record cannot be followed. The rules of its game must be loaded. */
export function readStory(record: string): Story | undefined {
  const [header = '', ...lines] = record.split('\n').filter((line) => line !== '')
  const begun = beginStory(header)
  const told = begun.ok ? continueStory(begun.value, lines) : begun
  return told.ok ? told.value : undefined
}
