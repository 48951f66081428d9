import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { type Config, ConfigError } from '../config/config.ts'
import { makeSelfSignedCertificate } from './self-signed.ts'

const TEN_YEARS = 3650

/** In PEM form. */
export interface CertificatePair {
  cert: string
  key: string
}

/** The configured certificate, or a self-signed one that is made once and kept in the data folder. */
export async function certificateFor(config: Config, now: number): Promise<CertificatePair> {
  try {
    return await readCertificate(config)
  } catch (error) {
    if (config.tls || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const { certFile, keyFile } = ownFiles(config)
  const pair = makeSelfSignedCertificate({ hosts: hostsOf(config), now, days: TEN_YEARS })
  // The key first: a certificate without its key would be found and fail at the next start.
  await writeFile(keyFile, pair.key, { mode: 0o600 })
  await writeFile(certFile, pair.cert)
  return pair
}

/** What is in the files now. Throws for what is no pair. */
export function readCertificate(config: Config): Promise<CertificatePair> {
  if (config.tls) return readPair(config.tls.certFile, config.tls.keyFile, CHECK_SETTINGS)
  const { certFile, keyFile } = ownFiles(config)
  return readPair(certFile, keyFile, DELETE_BOTH)
}

const ownFiles = ({ dataDir }: Config) => ({
  certFile: path.join(dataDir, 'tls-cert.pem'),
  keyFile: path.join(dataDir, 'tls-key.pem'),
})

const CHECK_SETTINGS = 'Check HOLDFAST_TLS_CERT and HOLDFAST_TLS_KEY.'
const DELETE_BOTH = 'Restore both files, or delete both tls-*.pem files to get new ones.'

async function readPair(certFile: string, keyFile: string, advice: string): Promise<CertificatePair> {
  const [cert, key] = [await readFile(certFile, 'utf8'), await readFile(keyFile, 'utf8')]
  const certificate = parsed(
    () => new X509Certificate(cert),
    `${certFile} does not contain a PEM certificate`,
    advice,
  )
  const privateKey = parsed(
    () => createPrivateKey(key),
    `${keyFile} does not contain a PEM private key without a passphrase`,
    advice,
  )
  if (!certificate.checkPrivateKey(privateKey))
    throw new ConfigError(`The certificate in ${certFile} does not match the key in ${keyFile}. ${advice}`)
  return { cert, key }
}

function parsed<T extends X509Certificate | KeyObject>(parse: () => T, problem: string, advice: string): T {
  try {
    return parse()
  } catch (error) {
    throw new ConfigError(`${problem}. ${advice}`, { cause: error })
  }
}

/** Every name under which the service may be reached on this machine. */
function hostsOf({ baseUrl, host }: Config): string[] {
  const hosts = ['localhost', '127.0.0.1', '::1', hostname()]
  if (baseUrl) hosts.unshift(new URL(baseUrl).hostname.replace(/^\[|\]$/g, ''))
  if (host !== '0.0.0.0' && host !== '::') hosts.push(host)
  return [...new Set(hosts)]
}
