import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import { fail } from '../errors.ts'
import { findOrganization } from '../organizations/queries.ts'
import { displayName } from '../people/view.ts'
import { checkCredentials } from './check-credentials.ts'
import { type Device, guidFrom, resolveMachine } from './machine.ts'
import { insertSession } from './queries.ts'
import { checkStanding } from './standing.ts'
import { makeTokens, storeTokens, tokenAnswer } from './tokens.ts'

/** RFC 6749, 4.3: an address and a password for tokens. */
export async function grantPassword(
  ctx: Ctx,
  {
    clientId,
    username,
    password,
    device,
  }: { clientId: string; username: string; password: string; device: Device },
) {
  const person = await checkCredentials(ctx, username, password)
  const tokens = makeTokens(ctx.random)
  const newGuid = guidFrom(ctx.random(16))
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const organization = (await findOrganization(tx, person.organization_id)) ?? fail('forbidden')
    checkStanding(organization, at)
    const machine = await resolveMachine(tx, person, clientId, { ...device, newGuid }, at)
    const sessionId = await insertSession(tx, {
      person_id: person.id,
      client_id: clientId,
      machine_id: machine.id,
      created_at: at,
      last_used_at: at,
    })
    await storeTokens(tx, sessionId, tokens, at)
    const who = {
      kind: 'person' as const,
      personId: person.id,
      organizationId: person.organization_id,
      machineId: machine.id,
      name: displayName(person),
      siteAdmin: person.site_admin === 1,
      systemAdmin: person.system_admin === 1,
    }
    await recordActivity(tx, who, 'signed_in', { person }, at)
    return tokenAnswer(tokens, machine.guid)
  })
}
