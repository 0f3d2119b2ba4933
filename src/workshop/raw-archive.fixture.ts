import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

/** An entry of a zip as it is written there, even if it contradicts its own data. */
export interface RawZipEntry {
  readonly name: string | Buffer
  readonly data?: Buffer | string
  /** The Unix mode, with the kind of file in it. */
  readonly mode?: number
  readonly method?: number
  readonly flags?: number
  /** Written in place of the true values. */
  readonly size?: number
  readonly checksum?: number
}

/** Writes a zip byte by byte, so that any part of it can be wrong. */
export function rawZip(entries: readonly RawZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const { name, data = '', mode = 0o100644, method = 8, flags = 0, size, checksum } of entries) {
    const nameBytes = Buffer.from(name)
    const bytes = Buffer.from(data)
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(checksum ?? crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(size ?? bytes.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, nameBytes, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((mode << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    const madeOnUnix = Buffer.from([20, 3])
    centrals.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), madeOnUnix, common, tail, nameBytes]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

export interface RawTarEntry {
  readonly name: string | Buffer
  readonly data?: Buffer | string
  readonly mode?: number
  /** `0` file, `1` hard link, `2` symbolic link, `3` `4` devices, `5` folder, `6` pipe, `x` more about the next. */
  readonly type?: string
  readonly link?: string
  readonly size?: number
}

const BLOCK = 512

/** Writes a tar block by block. */
export function rawTar(entries: readonly RawTarEntry[], end = Buffer.alloc(2 * BLOCK)): Buffer {
  return Buffer.concat([...entries.flatMap(tarBlocks), end])
}

export const rawTarGz = (entries: readonly RawTarEntry[]): Buffer => gzipSync(rawTar(entries))

/** A header for the next entry that carries its name, whatever bytes are in it. */
export function paxName(name: string): RawTarEntry {
  const record = ` path=${name}\n`
  const length = Buffer.byteLength(record) + 2
  return { name: 'pax', type: 'x', data: `${length}${record}` }
}

function tarBlocks({ name, data = '', mode = 0o644, type = '0', link = '', size }: RawTarEntry): Buffer[] {
  const bytes = Buffer.from(data)
  const header = Buffer.alloc(BLOCK)
  Buffer.from(name).copy(header, 0, 0, 100)
  const octal = (value: number, at: number, length: number): void =>
    void header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  octal(mode, 100, 8)
  octal(4242, 108, 8)
  octal(4242, 116, 8)
  octal(size ?? bytes.length, 124, 12)
  octal(1_000_000_000, 136, 12)
  header.write('        ', 148, 'latin1')
  header.write(type, 156, 'latin1')
  header.write(link, 157, 'latin1')
  header.write('ustar\u000000', 257, 'latin1')
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
    'latin1',
  )
  return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]
}
