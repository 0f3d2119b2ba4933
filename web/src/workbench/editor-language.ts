import type { Extension } from '@codemirror/state'

/** The language of a source file by its ending, each a chunk of its own; plain text if none fits. */
export const loadLanguage = async (file: string): Promise<Extension> =>
  (await LANGUAGES[file.split('.').at(-1) ?? '']?.()) ?? []

const cpp = async () => (await import('@codemirror/lang-cpp')).cpp()
const javascript = async () => (await import('@codemirror/lang-javascript')).javascript()
const typescript = async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true })
const java = async () => (await import('@codemirror/lang-java')).java()

const LANGUAGES: Readonly<Record<string, () => Promise<Extension>>> = {
  c: cpp,
  h: cpp,
  cc: cpp,
  cpp,
  // Close enough to Java for its colours.
  cs: java,
  go: async () => (await import('@codemirror/lang-go')).go(),
  java,
  js: javascript,
  mjs: javascript,
  mts: typescript,
  py: async () => (await import('@codemirror/lang-python')).python(),
  rs: async () => (await import('@codemirror/lang-rust')).rust(),
  ts: typescript,
}
