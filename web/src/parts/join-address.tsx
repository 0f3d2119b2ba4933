import { LocalAddress } from './local-address.tsx'
import { QrCode } from './qr-code.tsx'

interface JoinAddressProps {
  /** The path of the join link. */
  readonly path: string
  readonly name: string
}

/** The join link of a contest: as a QR code, and as words to type. */
export const JoinAddress = ({ path, name }: JoinAddressProps) => (
  <>
    <QrCode text={window.location.origin + path} label={`QR code of the join link of ${name}`} />
    <p className="join-address">
      {window.location.host}
      <wbr />
      {path}
    </p>
    <LocalAddress who="the teams use" />
  </>
)
