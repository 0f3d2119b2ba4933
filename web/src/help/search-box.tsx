import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { GuideSectionBody } from '../../../src/api/guide.ts'
import { searchIn } from './search-sections.ts'

interface SearchBoxProps {
  /** The whole text; undefined until it has been loaded. */
  readonly sections: readonly GuideSectionBody[] | undefined
  /** The reader is about to search: the text is needed. */
  readonly onNeeded: () => void
  /** The address of a section. */
  readonly hrefOf: (section: GuideSectionBody) => string
}

/**
 * Searches all pages. The key `/` leads to the field, the arrow keys lead through the results, and Escape closes them. Results are
 * plain links: what surrounds the box decides how they are followed.
 */
export function SearchBox({ sections, onNeeded, hrefOf }: SearchBoxProps) {
  const [words, setWords] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const search = useMemo(() => sections && searchIn(sections), [sections])
  const asked = useDeferredValue(words).trim()
  const hits = useMemo(() => (asked === '' ? undefined : search?.(asked)), [search, asked])
  useSlashKey(field)

  const close = (): void => setIsOpen(false)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') {
      close()
      field.current?.focus()
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const links = [...(box.current?.querySelectorAll<HTMLElement>('.help-hits a') ?? [])]
    if (step === 0 || links.length === 0) return
    event.preventDefault()
    const to = links.findIndex((link) => link === document.activeElement) + step
    if (to < 0) field.current?.focus()
    else links[Math.min(to, links.length - 1)]?.focus()
  }
  return (
    <search
      className="help-search"
      ref={box}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null && !box.current?.contains(relatedTarget)) close()
      }}
    >
      <input
        ref={field}
        type="search"
        placeholder="Search the help"
        aria-label="Search the help"
        aria-controls={listId}
        autoComplete="off"
        spellCheck={false}
        value={words}
        onFocus={onNeeded}
        onInput={({ currentTarget }) => {
          onNeeded()
          setWords(currentTarget.value)
          setIsOpen(true)
        }}
      />
      <div id={listId} className="help-results" hidden={!isOpen || asked === ''}>
        <p role="status" className="muted small">
          {foundText(hits?.length)}
        </p>
        {hits && (
          <ol className="help-hits lined" onClick={close}>
            {hits.map(({ section, excerpt }) => (
              <li key={`${section.path}#${section.id}`}>
                <a href={hrefOf(section)}>
                  <strong>{section.heading}</strong>{' '}
                  {section.heading !== section.page && <span className="muted small">{section.page}</span>}
                  <span className="help-excerpt small">{excerpt}</span>
                </a>
              </li>
            ))}
          </ol>
        )}
      </div>
    </search>
  )
}

function foundText(count: number | undefined): string {
  if (count === undefined) return 'Loading the pages…'
  if (count === 0) return 'No page has these words'
  return count === 1 ? '1 place' : `${count} places`
}

/** The key `/` moves the focus to the field, unless the reader writes somewhere. */
function useSlashKey(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [field])
}
