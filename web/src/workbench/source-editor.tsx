import { useEffect, useRef } from 'react'
import { indentWithTab } from '@codemirror/commands'
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { tags } from '@lezer/highlight'
import { loadLanguage } from './editor-language.ts'
import type { SourcePlace } from './first-error.ts'

interface SourceEditorProps {
  readonly file: string
  /** The text at the beginning; the editor holds it from then on. */
  readonly text: string
  readonly onChange: (text: string) => void
  /** Ctrl-Enter, or Cmd-Enter on a Mac. */
  readonly onSubmit: () => void
  /** A line to go to; a new object goes there again. */
  readonly place: SourcePlace | undefined
}

/**
 * A text editor for one source file. It lives in a shadow root: only there CodeMirror takes constructed style sheets, which
 * the content security policy allows, in place of a `<style>` element, which it forbids.
 */
export function SourceEditor({ file, text, onChange, onSubmit, place }: SourceEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef({ onChange, onSubmit })
  latest.current = { onChange, onSubmit }

  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const language = new Compartment()
    const opened = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [
          Prec.highest(
            keymap.of([
              { key: 'Mod-Enter', preventDefault: true, run: () => (latest.current.onSubmit(), true) },
            ]),
          ),
          basicSetup,
          keymap.of([indentWithTab]),
          indentUnit.of('    '),
          language.of([]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString())
          }),
          EditorView.contentAttributes.of({
            'aria-label': `Source of ${file}`,
            'aria-describedby': 'editor-keys',
            autocapitalize: 'off',
            spellcheck: 'false',
            tabindex: '0',
          }),
          MANY_LINES,
          THEME,
          syntaxHighlighting(HIGHLIGHTS),
        ],
      }),
    })
    view.current = opened
    void loadLanguage(file).then(
      (support) => view.current === opened && opened.dispatch({ effects: language.reconfigure(support) }),
    )
    return () => {
      view.current = undefined
      opened.destroy()
    }
  }, [])

  const known = useRef(place)
  useEffect(() => {
    const editor = view.current
    if (!editor || !place || place === known.current) return
    known.current = place
    const line = editor.state.doc.line(Math.min(place.line, editor.state.doc.lines))
    editor.dispatch({
      selection: { anchor: line.from },
      effects: EditorView.scrollIntoView(line.from, { y: 'center' }),
    })
    editor.focus()
  }, [place])

  return <div className="editor" ref={host} />
}

/** A browser that replaces several lines by itself writes inline styles, which the content security policy forbids. */
const MANY_LINES = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view
    const { from, to } = state.selection.main
    const isMany = state.doc.lineAt(from).number !== state.doc.lineAt(to).number || event.data?.includes('\n')
    if (event.inputType !== 'insertText' || event.data === null || !isMany) return false
    view.dispatch(state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true })
    event.preventDefault()
    return true
  },
})

const THEME = EditorView.theme({
  '&': {
    maxHeight: 'min(70vh, 48rem)',
    border: '1px solid var(--edge)',
    borderRadius: '8px',
    backgroundColor: 'var(--panel-2)',
    color: 'var(--text)',
    fontSize: '0.875rem',
  },
  '&.cm-focused': { outline: '3px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { overflow: 'auto', fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { minHeight: '16rem', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    border: '0',
    borderRadius: '8px 0 0 8px',
    backgroundColor: 'var(--panel-2)',
    color: 'var(--muted)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--code-line)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--code-selection)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--code-selection)' },
  '.cm-foldPlaceholder': { border: '0', backgroundColor: 'var(--edge)', color: 'var(--text)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--code-selection)' },
  '.cm-tooltip, .cm-panels': {
    border: '1px solid var(--edge)',
    backgroundColor: 'var(--panel)',
    color: 'var(--text)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
})

const HIGHLIGHTS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.character], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.comment], color: 'var(--muted)', fontStyle: 'italic' },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.definition(tags.variableName)),
      tags.macroName,
    ],
    color: 'var(--code-name)',
  },
  { tag: [tags.typeName, tags.className, tags.namespace], color: 'var(--code-type)' },
])
