import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import type { Config } from '../config.ts'
import { makeSelfSignedCertificate } from './self-signed.ts'

const TEN_YEARS = 3650

/** The configured certificate, or a self-signed one that is made once and kept in the data folder. */
export async function certificateFor(config: Config, now: number): Promise<{ cert: string; key: string }> {
  if (config.tls) return readPair(config.tls.certFile, config.tls.keyFile)
  const certFile = path.join(config.dataDir, 'tls-cert.pem')
  const keyFile = path.join(config.dataDir, 'tls-key.pem')
  try {
    return await readPair(certFile, keyFile)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const pair = makeSelfSignedCertificate({ hosts: hostsOf(config), now, days: TEN_YEARS })
  // The key first: a certificate without its key would be found and fail at the next start.
  await writeFile(keyFile, pair.key, { mode: 0o600 })
  await writeFile(certFile, pair.cert)
  return pair
}

async function readPair(certFile: string, keyFile: string): Promise<{ cert: string; key: string }> {
  return { cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8') }
}

/** Every name under which the service may be reached on this machine. */
function hostsOf({ baseUrl, host }: Config): string[] {
  const hosts = ['localhost', '127.0.0.1', '::1', hostname()]
  if (baseUrl) hosts.unshift(new URL(baseUrl).hostname.replace(/^\[|\]$/g, ''))
  if (host !== '0.0.0.0' && host !== '::') hosts.push(host)
  return [...new Set(hosts)]
}
