import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { whyNotRead } from '../base/why-not-read.ts'

/** What the server speaks HTTPS with: the certificate (with its chain) and its private key, both as PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
  /** When the certificate ends, in milliseconds since 1970. */
  readonly ends: number
}

/** Reads a certificate and its key from two files in PEM. Messages name the files, and never quote them. */
export function readCertificate(certFile: string, keyFile: string): Result<Certificate> {
  const cert = readText('certificate', certFile)
  if (!cert.ok) return cert
  const key = readText('key', keyFile)
  if (!key.ok) return key
  const certificate = parse(() => new X509Certificate(cert.value))
  if (!certificate) return bad('certificate', certFile, 'expected a certificate in PEM')
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(key.value))
    return bad('key', keyFile, 'it has a passphrase, expected a key without one')
  const privateKey = parse(() => createPrivateKey(key.value))
  if (!privateKey) return bad('key', keyFile, 'expected a private key in PEM')
  if (!certificate.checkPrivateKey(privateKey))
    return bad('key', keyFile, `it does not belong to the certificate ${show(certFile)}`)
  return ok({ cert: cert.value, key: key.value, ends: Date.parse(certificate.validTo) })
}

function readText(what: string, file: string): Result<string> {
  try {
    return ok(readFileSync(file, 'utf8'))
  } catch (error) {
    return bad(what, file, whyNotRead(error))
  }
}

const bad = (what: string, file: string, why: string) =>
  fail('bad-certificate', `Cannot use the TLS ${what} ${show(file)}: ${why}`)

/** Undefined where OpenSSL cannot read the text; its own message says nothing that a person can use. */
function parse<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
