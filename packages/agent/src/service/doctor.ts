import { X509Certificate } from 'node:crypto'
import { readFileSync, statfsSync } from 'node:fs'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { sizeInWords } from '@holdfast/api/sizes'
import { formatUtc } from '@holdfast/api/time'
import { certificateTroubleOf, lookAtCertificate } from '../net/trust.ts'
import { DOCTOR } from '../words/program.ts'
import { CLOCK } from './clock.ts'
import type { Connection } from './connection.ts'
import type { Home } from './home.ts'
import type { Finding } from './methods.ts'
import type { RunningRoot } from './running-root.ts'

const ENOUGH_BYTES = 512 * 1024 * 1024
const MAX_SKEW_MS = 60_000

/** Each thing that often stands in the way, looked at once. */
export async function examine(
  home: Home,
  connection: Connection | undefined,
  roots: readonly RunningRoot[],
): Promise<Finding[]> {
  const findings = [space(DOCTOR.home, home.folder)]
  if (!connection) return [...findings, { what: DOCTOR.signIn, ok: false, says: DOCTOR.signInHelp }]
  findings.push(...(await service(connection)))
  findings.push({
    what: DOCTOR.line,
    ok: connection.state === 'connected',
    says: connection.state === 'connected' ? DOCTOR.connected : DOCTOR.notConnected(connection.state),
  })
  for (const root of roots) findings.push(...(await folder(root)))
  return [...findings, ...watches(roots)]
}

async function service({ line, signedIn }: Connection): Promise<Finding[]> {
  const what = DOCTOR.server
  try {
    const { fingerprint } = await lookAtCertificate(signedIn.url)
    const began = CLOCK.now()
    const answer = await line.calls.open(getOwnPerson, {})
    const its = Date.parse(answer.headers.get('date') ?? '')
    await answer.body?.cancel()
    const apart = Math.abs(its - (began + CLOCK.now()) / 2)
    return [
      {
        what,
        ok: true,
        says: DOCTOR.answers(signedIn.url, fingerprint.slice(0, 23)),
      },
      {
        what: DOCTOR.clock,
        ok: apart < MAX_SKEW_MS,
        says: DOCTOR.apart(Math.round(apart / 1000)),
      },
    ]
  } catch (error) {
    const finding = { what, ok: false, says: `${signedIn.url}: ${(error as Error).message}` }
    const trouble = certificateTroubleOf(error)
    return trouble === 'early' || trouble === 'over' ? [finding, await clock(signedIn.url)] : [finding]
  }
}

/** A certificate that is not valid now may be right, and the clock wrong. */
async function clock(url: string): Promise<Finding> {
  const { pem } = await lookAtCertificate(url)
  const { validFrom, validTo } = new X509Certificate(pem)
  const says = DOCTOR.clockAndCertificate(formatUtc(CLOCK.now()), validFrom, validTo)
  return { what: DOCTOR.clock, ok: false, says }
}

async function folder({ wanted, disk }: RunningRoot): Promise<Finding[]> {
  const what = DOCTOR.folder(wanted.name)
  try {
    await disk.check()
    return [{ what, ok: true, says: DOCTOR.folderOk }, space(what, wanted.folder ?? '/')]
  } catch (error) {
    return [{ what, ok: false, says: (error as Error).message }]
  }
}

function space(what: string, at: string): Finding {
  const { bavail, bsize } = statfsSync(at)
  const free = bavail * bsize
  return {
    what: DOCTOR.space(what),
    ok: free > ENOUGH_BYTES,
    says: DOCTOR.free(sizeInWords(free, 'en')),
  }
}

function watches(roots: readonly RunningRoot[]): Finding[] {
  const polled = roots.reduce((sum, { disk }) => sum + disk.watches.polled, 0)
  const says = polled === 0 ? DOCTOR.allWatched : DOCTOR.polled(polled, limit())
  return [{ what: DOCTOR.watching, ok: polled === 0, says }]
}

function limit(): string {
  try {
    return readFileSync('/proc/sys/fs/inotify/max_user_watches', 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
