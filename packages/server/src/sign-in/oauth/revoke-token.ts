import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { endSignIns } from '../../records/end-sign-ins.ts'
import { findPerson } from '../../records/people.ts'
import {
  deleteAccessToken,
  findAccessOwner,
  findRefreshOwner,
  type TokenOwner,
} from '../../records/sessions.ts'
import { accountPrincipal } from './account-principal.ts'
import { authenticateClient, type ClientCredentials } from './client.ts'
import { hashToken } from './tokens.ts'

/** RFC 7009: what is no token of this client is not an error, and nothing happens to it. */
export async function revokeToken(ctx: Ctx, credentials: ClientCredentials, token: string): Promise<void> {
  const { clientId } = await authenticateClient(ctx.db.read, credentials)
  const hash = hashToken(token)
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    // The hint about its kind only saves a look; both are cheap.
    const refresh = await findRefreshOwner(tx, hash)
    if (refresh?.client_id === clientId) {
      const by = await ownerOf(tx, refresh, at)
      // The holder gives it back: a device does not ask to keep its line.
      await endSignIns(
        tx,
        { session: refresh.session_id },
        { at, outright: true, record: by && { by: by.who } },
      )
      return
    }
    const access = await findAccessOwner(tx, hash)
    if (access?.client_id !== clientId || !(await deleteAccessToken(tx, hash))) return
    const by = await ownerOf(tx, access, at)
    if (by) await recordActivity(tx, by.who, 'token_revoked', { person: by.person }, at)
  })
}

/** The account itself is on record: anyone who has the token could do anything in its name. */
async function ownerOf(tx: Tx, { person_id, session_id, machine_id }: TokenOwner, at: Instant) {
  const person = await findPerson(tx, person_id)
  return (
    person && { person, who: accountPrincipal(person, { sessionId: session_id, machineId: machine_id, at }) }
  )
}
