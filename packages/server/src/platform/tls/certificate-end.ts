import { X509Certificate } from 'node:crypto'
import type { Instant } from '@holdfast/api/time'
import type { Config } from '../config/config.ts'
import { readCertificate } from './certificate.ts'

/** Until when the certificate in the files is valid. Undefined where there is none that can be read. */
export const readCertificateEnd = async (config: Config): Promise<Instant | undefined> => {
  const pair = await readCertificate(config).catch(() => undefined)
  return pair && new X509Certificate(pair.cert).validToDate.getTime()
}
