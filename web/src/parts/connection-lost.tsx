/** Says that what the page shows may be old: the server cannot be reached, and the page tries again by itself. */
export const ConnectionLost = () => (
  <p className="notice" data-tone="warn" role="status">
    Connection lost, trying again …
  </p>
)
