import { useEffect, useState } from 'react'

/** A text of this page as a file. */
export function DownloadLink({ text, name }: { readonly text: string; readonly name: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [text])
  return (
    <a className="button" href={url} download={name}>
      Download
    </a>
  )
}
