import { useEffect, useState } from 'react'

/** A link that saves a text as a file. */
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
