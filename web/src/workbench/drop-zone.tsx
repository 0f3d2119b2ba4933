import { useId, useRef, useState } from 'react'
import { chosenFiles, droppedFiles, type PickedFile } from './picked-files.ts'

interface DropZoneProps {
  readonly isBusy: boolean
  readonly onPick: (files: readonly PickedFile[]) => void
}

/** A place to drop a file, several files, a folder or a zip; two buttons do the same. */
export function DropZone({ isBusy, onPick }: DropZoneProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const choose = (input: HTMLInputElement): void => {
    onPick(chosenFiles(input.files))
    // The same file can be chosen again after it was changed.
    input.value = ''
  }
  return (
    <div
      className="drop-zone flow"
      role="group"
      aria-labelledby={id}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
          setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        // Elsewhere on the page a drop opens a record.
        event.stopPropagation()
        setOver(false)
        if (!isBusy) void droppedFiles(event.dataTransfer).then(onPick)
      }}
    >
      <p id={id}>
        <b>Drop your bot here</b>
        <br />
        <span className="muted small">One source file is enough. A folder or a zip works, too.</span>
      </p>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files of your bot"
        onChange={({ currentTarget }) => choose(currentTarget)}
      />
      <input
        ref={(input) => {
          folder.current = input
          // Not a property of React.
          input?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        multiple
        hidden
        aria-label="Folder of your bot"
        onChange={({ currentTarget }) => choose(currentTarget)}
      />
      <button type="button" className="button" disabled={isBusy} onClick={() => files.current?.click()}>
        Choose files
      </button>
      <button type="button" className="button" disabled={isBusy} onClick={() => folder.current?.click()}>
        Choose a folder
      </button>
    </div>
  )
}
