/** Makes foreign text safe to print: control characters become visible. */
export const printable = (text: string): string =>
  text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (char) =>
    char === '\r' ? '' : `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
