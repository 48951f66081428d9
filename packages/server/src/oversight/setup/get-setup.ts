import { SETUP_STEPS, type Setup } from '@holdfast/api/oversight/setup'
import { formatUtc, type Instant } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { findPerson } from '../../records/people.ts'
import { isDoneBy, isOfAccount, isSetupOpen, listSetupSteps } from '../../records/setup-steps.ts'

/** What a request looked like when it arrived. */
export interface Arrival {
  host: string
  isSecure: boolean
  certificate: { isSelfSigned: boolean; endsAt: Instant } | undefined
}

/** For those who run the installation: administrators of its root organization. */
export async function getSetup(ctx: Ctx, who: PersonPrincipal, arrival: Arrival): Promise<Setup> {
  await authorizeOrganization(ctx.db.read, who, ROOT_ORGANIZATION)
  return viewSetup(ctx, who, arrival)
}

export async function viewSetup(ctx: Ctx, who: PersonPrincipal, arrival: Arrival): Promise<Setup> {
  const db = ctx.db.read
  const account = (await findPerson(db, who.personId)) ?? noSuch(`person ${who.personId}`)
  const rows = await listSetupSteps(db)
  const stateOf = (step: (typeof SETUP_STEPS)[number]) => {
    const kept = rows.find((row) => row.step === step)?.state ?? 'done'
    if (!isOfAccount(step) || rows.length === 0) return kept
    return isDoneBy(step, account) ? 'done' : kept === 'done' ? 'open' : kept
  }
  return {
    type: 'setup',
    finished: !(await isSetupOpen(db)),
    steps: SETUP_STEPS.map((step) => ({ step, state: stateOf(step) })),
    probe: probeOf(ctx, arrival),
  }
}

const probeOf = (
  { publicUrl, config, now }: Ctx,
  { host, isSecure, certificate }: Arrival,
): Setup['probe'] => ({
  host,
  address: publicUrl,
  matches: URL.parse(`https://${host}`)?.host === new URL(publicUrl).host,
  secure: isSecure,
  certificate: certificate
    ? { self_signed: certificate.isSelfSigned, ends: formatUtc(certificate.endsAt) }
    : null,
  mail: config.smtpUrl === undefined ? 'none' : 'smtp',
  clock: formatUtc(now()),
})
