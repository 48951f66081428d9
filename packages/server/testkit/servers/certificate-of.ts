import { makeSelfSignedCertificate } from '../../src/platform/tls/self-signed.ts'

/** A certificate for this computer that was made at some time, and holds for some days. */
export const certificateOf = (now: number): { cert: string; key: string } =>
  makeSelfSignedCertificate({ hosts: ['localhost'], now, days: 2 })
