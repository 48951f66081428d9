import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import { domainToASCII } from 'node:url'
import { DAY_MS, HOUR_MS } from '@holdfast/api/time'

export interface SelfSignedOptions {
  /** DNS names and IP addresses the certificate is good for; the first also becomes its common name. */
  hosts: string[]
  /** Milliseconds since 1970. */
  now: number
  /** How long it stays valid, counted from `now`. */
  days: number
}

const UB_COMMON_NAME = 64 // RFC 5280, appendix A.1

/** Makes a P-256 key and a certificate for it which clients can trust by holding the certificate itself. */
export function makeSelfSignedCertificate(options: SelfSignedOptions): { cert: string; key: string } {
  const names = options.hosts.map(generalName)
  if (names.length === 0) throw new Error('A certificate needs at least one host')

  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' })
  const issuerAndSubject = commonName(options.hosts[0] ?? '')
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))), // version 3
    tlv(0x02, serialNumber()),
    ECDSA_WITH_SHA256,
    issuerAndSubject,
    // An hour in the past, for clients whose clock is slow.
    sequence(time(options.now - HOUR_MS), time(options.now + options.days * DAY_MS)),
    issuerAndSubject,
    publicKey,
    tlv(0xa3, sequence(...extensions(names, publicKey))),
  )
  const signature = sign('sha256', body, pair.privateKey)
  return {
    cert: pem('CERTIFICATE', sequence(body, ECDSA_WITH_SHA256, bitString(signature))),
    key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

// Not an authority: the key, if stolen, can speak for these hosts only. Verifiers accept an end-entity
// certificate they hold as trusted, but a strict one refuses keyCertSign beside CA:FALSE.
function extensions(names: Buffer[], publicKey: Buffer): Buffer[] {
  const point = publicKey.subarray(-65) // the uncompressed P-256 point ends the SubjectPublicKeyInfo
  const keyId = createHash('sha256').update(point).digest().subarray(0, 20) // RFC 7093, method 1
  const digitalSignature = tlv(0x03, Buffer.from([7, 0x80]))
  return [
    extension('551d13', sequence(), 'critical'), // basicConstraints, CA:FALSE by default
    extension('551d0f', digitalSignature, 'critical'), // keyUsage
    extension('551d25', sequence(oid('2b06010505070301'))), // extKeyUsage: serverAuth
    extension('551d0e', tlv(0x04, keyId)), // subjectKeyIdentifier
    extension('551d23', sequence(tlv(0x80, keyId))), // authorityKeyIdentifier
    extension('551d11', sequence(...names)), // subjectAltName
  ]
}

function extension(id: string, value: Buffer, critical?: 'critical'): Buffer {
  const flag = critical ? [tlv(0x01, Buffer.from([0xff]))] : []
  return sequence(oid(id), ...flag, tlv(0x04, value))
}

function generalName(host: string): Buffer {
  if (isIPv4(host)) return tlv(0x87, Buffer.from(host.split('.').map(Number)))
  if (isIP(host)) return tlv(0x87, ipv6Bytes(host))
  const ascii = domainToASCII(host)
  if (!ascii) throw new Error(`Not a host name or IP address: ${JSON.stringify(host)}`)
  return tlv(0x82, Buffer.from(ascii, 'ascii'))
}

function ipv6Bytes(address: string): Buffer {
  // URL brings every spelling, also ::ffff:192.0.2.1, to hexadecimal groups with at most one "::".
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return Buffer.from([...head, ...zeros, ...tail].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

function commonName(host: string): Buffer {
  const value = tlv(0x0c, Buffer.from(host.slice(0, UB_COMMON_NAME)))
  return sequence(tlv(0x31, sequence(oid('550403'), value)))
}

/** RFC 5280, 4.1.2.2: positive, at most 20 octets; the set bit keeps its DER shortest. */
function serialNumber(): Buffer {
  const serial = randomBytes(16)
  serial.writeUInt8((serial.readUInt8() & 0x7f) | 0x40)
  return serial
}

/** RFC 5280, 4.1.2.5: two-digit years through 2049, four digits after. */
function time(at: number): Buffer {
  const digits = `${new Date(at).toISOString().replace(/\.\d+Z$|\D/g, '')}Z`
  return digits < '2050' ? tlv(0x17, Buffer.from(digits.slice(2))) : tlv(0x18, Buffer.from(digits))
}

function tlv(tag: number, ...content: Buffer[]): Buffer {
  const value = Buffer.concat(content)
  const { length } = value
  if (length >= 0x10000) throw new Error('Too many hosts for one certificate')
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), value])
}

const sequence = (...items: Buffer[]) => tlv(0x30, ...items)
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'))
const bitString = (bytes: Buffer) => tlv(0x03, Buffer.from([0]), bytes)
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}
