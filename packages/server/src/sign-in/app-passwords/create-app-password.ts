import type { PersonId } from '@holdfast/api/ids'
import type { AppPasswordKind, NewAppPassword } from '@holdfast/api/sign-in/app-passwords'
import { APP_PASSWORD_CLIENT } from '@holdfast/api/sign-in/oauth'
import { checkIsSelf } from '../../access/administration.ts'
import { authorizeWebdav } from '../../access/webdav.ts'
import { fail, missing, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { insertMachine } from '../../records/machines.ts'
import { displayName, findPerson, findPersonForUpdate } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import { insertSession } from '../../records/sessions.ts'
import { hashAppPassword, makeAppPassword } from '../credentials/app-password-text.ts'
import { checkOwnPassword } from '../credentials/check-own-password.ts'
import { guidFrom } from '../oauth/machine.ts'
import { liveAppPasswords, putStandingAccess } from './queries.ts'
import { appPasswordView } from './view.ts'

/** Far more than anyone has programs. */
const MOST = 100

/**
 * Makes a password for one program, which is a sign-in and a device of its own. Like a new password of the account, it
 * takes the current one, or a sign-in with it just now: who holds a token for an hour must not keep the account for ever.
 */
export async function createAppPassword(
  ctx: Ctx,
  who: PersonPrincipal,
  id: PersonId,
  asked: { name: string; kind: AppPasswordKind; currentPassword: string | undefined },
): Promise<NewAppPassword> {
  const db = ctx.db.read
  await checkIsSelf(db, who, id)
  await authorizeWebdav(db, who)
  const name = asked.name.trim() || missing('name')
  if (/\p{Cc}/u.test(name)) refuse('name')
  const person = (await findPerson(db, id)) ?? fail('not_found')
  await checkOwnPassword(ctx, who, person, asked.currentPassword)
  const password = makeAppPassword(ctx.random)
  const hash = hashAppPassword(password) ?? fail('unknown')
  const guid = guidFrom(ctx.random(16))
  const made = await ctx.db.write(async (tx) => {
    const at = ctx.now()
    // Held from here on: a change of the password either came before, or finds this sign-in.
    const current = await findPersonForUpdate(tx, id)
    if (!current?.active || current.pw_changed_at !== person.pw_changed_at) return fail('access_denied')
    const alive = await liveAppPasswords(tx, current, at)
    if (alive.length >= MOST)
      fail('policy_error', `You have ${MOST} app passwords. End those that you do not use.`)
    const machine = await insertMachine(tx, {
      organization_id: current.organization_id,
      person_id: id,
      client_id: APP_PASSWORD_CLIENT,
      guid,
      dns_name: name,
      machine_type: 'agent',
      last_login_at: at,
      seen_at: at,
      created_at: at,
    })
    const session_id = await insertSession(tx, {
      person_id: id,
      client_id: APP_PASSWORD_CLIENT,
      machine_id: machine.id,
      origin: 'app_password',
      created_at: at,
      last_used_at: at,
    })
    await putStandingAccess(tx, { hash, session_id, kind: asked.kind })
    await recordActivity(tx, who, 'app_password_created', { person: current, about: name }, at)
    const link = `${ctx.publicUrl}/me/app-passwords`
    const { organization_id: organizationId, email: to } = current
    const data = { name: displayName(current), program: name, link }
    await sendMail(ctx, tx, { organizationId, to, kind: 'app_password_created', data }, at)
    return (await liveAppPasswords(tx, current, at)).find((one) => one.id === session_id)
  })
  return {
    ...appPasswordView(made ?? fail('unknown')),
    password,
    username: person.email,
    url: `${ctx.publicUrl}/dav/`,
  }
}
