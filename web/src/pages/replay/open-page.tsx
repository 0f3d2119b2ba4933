import { useEffect, useState } from 'react'
import { fail, ok, type Result } from '../../../../src/base/result.ts'
import type { Following } from '../../story/follow-match.ts'
import { loadAllGames } from '../../story/games.ts'
import { MatchView } from '../../viewer/match-view.tsx'
import '../../parts/form.css'
import { useTitle } from '../../parts/use-title.ts'
import { beginStory, continueStory, type Story } from '../../story/story.ts'
import { openFile, useDroppedFile } from './dropped-file.ts'

const MAX_BYTES = 100 << 20

/** Shows the record of a match from a file, which never leaves this browser. */
export function OpenPage() {
  const file = useDroppedFile()
  const read = useRecord(file)
  useTitle(file && read?.ok ? file.name : 'Open a record')
  useEffect(() => () => openFile(undefined), [])
  if (read?.ok) {
    const { story } = read.value
    return (
      <MatchView
        key={`${file?.name} ${file?.lastModified}`}
        title={`${story.match.spec.game.title}: ${file?.name}`}
        following={read.value}
        story={story}
      />
    )
  }
  return (
    <section className="lonely">
      <h1>Open a record</h1>
      <p>
        Drop the file of a match here, or anywhere on these pages. Your browser plays it again and checks it.
        The file does not leave your browser.
      </p>
      <p>
        <label className="button main file">
          Choose a file
          <input
            type="file"
            className="hidden-words"
            accept=".jsonl,.json,.txt,application/jsonl"
            onChange={({ target }) => openFile(target.files?.[0])}
          />
        </label>
      </p>
      <p className="problem" role="alert">
        {read && !read.ok && read.problem.message}
      </p>
    </section>
  )
}

type OpenedRecord = Following & { readonly story: Story }

function useRecord(file: File | undefined): Result<OpenedRecord> | undefined {
  const [read, setRead] = useState<Result<OpenedRecord>>()
  useEffect(() => {
    setRead(undefined)
    if (!file) return
    let isWanted = true
    const open = async (): Promise<void> => {
      const record = await readFile(file)
      if (isWanted) setRead(record)
    }
    void open()
    return () => {
      isWanted = false
    }
  }, [file])
  return read
}

async function readFile(file: File): Promise<Result<OpenedRecord>> {
  if (file.size > MAX_BYTES) return fail('bad-record', `Cannot open ${file.name}: it is too big for a record`)
  const lines = (await file.text()).split(/(?<=\n)/)
  await loadAllGames()
  const begun = beginStory(lines[0] ?? '')
  if (!begun.ok) return fail('bad-record', `Cannot open ${file.name}: it is not the record of a match`)
  const told = continueStory(
    begun.value,
    lines.slice(1).filter((line) => line !== ''),
  )
  return told.ok ? ok({ state: 'ended', lines, story: told.value }) : told
}
