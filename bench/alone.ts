import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Place } from '@holdfast/server/testkit/servers/stacks'
import { type Holdfast, startHoldfast } from './holdfast.ts'
import type { Options } from './options.ts'
import { openGround } from './place.ts'
import { profilerOptions } from './profile.ts'

/** A server on empty storage that this process trusts, and the servers that it needs, without others to compare it with. */
export async function startAlone(
  options: Options,
  signal: AbortSignal,
  resources: AsyncDisposableStack,
): Promise<{ server: Holdfast; pids: number[] }> {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-bench-'))
  resources.defer(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  const { place, pids } = await openGround(options.stack, dir, resources)
  const server = await startHoldfast({
    place,
    logLevel: 'warn',
    signal,
    nodeOptions: profilerOptions(options),
  })
  resources.defer(() => server.stop())
  trust(place)
  return { server, pids }
}

/** From now on this process takes the certificate of a server for right. */
export const trust = ({ dataDir }: Place): void =>
  setDefaultCACertificates([
    ...getCACertificates('default'),
    readFileSync(path.join(dataDir, 'tls-cert.pem'), 'utf8'),
  ])
