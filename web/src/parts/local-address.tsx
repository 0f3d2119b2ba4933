/** Says that the addresses of this page work on no other machine, if that is so. */
export const LocalAddress = ({ who }: { readonly who: string }) =>
  isLocalPage() && (
    <small className="muted">
      Only this computer can open this address: open the page under the address that {who}
    </small>
  )

/** Whether the page was opened under an address of its own machine. */
export const isLocalPage = (): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(window.location.hostname)
