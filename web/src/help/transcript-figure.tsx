import { useEffect, useRef, useState } from 'react'
import { Stepper } from './stepper.tsx'

/** A conversation of a wire, to step through line by line. Nothing is marked before the first step. */
export function TranscriptFigure({ text }: { readonly text: string }) {
  const [index, setIndex] = useState(-1)
  const box = useRef<HTMLPreElement>(null)
  const lines = text.trimEnd().split('\n')
  const sender = SENDERS[lines[index]?.[0] ?? '']
  useEffect(() => {
    const [pre, line] = [box.current, box.current?.children[index]]
    if (!pre || !(line instanceof HTMLElement)) return
    // Scrolls the box and not the page.
    pre.scrollTop = line.offsetTop - pre.offsetTop - pre.clientHeight / 2
  }, [index])
  return (
    <figure className="help-transcript">
      <pre ref={box} tabIndex={0}>
        {lines.map((line, at) => (
          <code key={at} data-from={line[0]} aria-current={at === index ? 'true' : undefined}>
            {`${line}\n`}
          </code>
        ))}
      </pre>
      <Stepper what="line" index={index} last={lines.length - 1} go={setIndex}>
        {sender !== undefined && `Line ${index + 1} of ${lines.length}: ${sender}`}
      </Stepper>
    </figure>
  )
}

const SENDERS: Readonly<Record<string, string>> = {
  '>': 'the arena to the bot',
  '<': 'the bot to the arena',
  '#': 'a note',
}
