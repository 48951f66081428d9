import type { PersonId, RootId } from '@holdfast/api/ids'
import type { Invitation, InvitationStatus } from '@holdfast/api/sharing/shares'
import { authorizePerson } from '../../access/administration.ts'
import { failUnproven } from '../../access/unproven.ts'
import { fail, noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findOrganization } from '../../records/organizations.ts'
import { findPersonForUpdate } from '../../records/people.ts'
import { findRoot } from '../../records/roots.ts'
import { mailVerification } from '../../sign-in/password-reset/verify-email.ts'
import { answerInvitationRow, findInvitation } from './invitation-queries.ts'
import { invitationView } from './invitation-view.ts'

/** An answer can be changed as long as the invitation stands: who accepted can leave, who declined can come. */
export async function answerInvitation(
  ctx: Ctx,
  who: PersonPrincipal,
  { personId, rootId }: { personId: PersonId; rootId: RootId },
  status: Exclude<InvitationStatus, 'invited'>,
): Promise<Invitation> {
  if (personId !== who.personId) {
    await authorizePerson(ctx.db.read, who, personId)
    fail('forbidden', 'Only the invited person can answer the invitation.')
  }
  const answered = await ctx.db.write(async (tx) => {
    // Before the invitation, as wherever both are held.
    const person = (await findPersonForUpdate(tx, personId)) ?? noSuch(`person ${personId}`)
    const known = (await findInvitation(tx, rootId, personId)) ?? noSuch(`invitation to root ${rootId}`)
    const root = (await findRoot(tx, rootId)) ?? noSuch(`root ${rootId}`)
    if (root.deleted_at !== null) fail('root_deleted')
    const at = ctx.now()
    if (status === 'accepted' && person.email_verified_at === null) {
      await mailVerification(ctx, tx, person, at)
      return undefined
    }
    const changes = known.status !== status
    const row = changes ? await answerInvitationRow(tx, known, { status, answered_at: at }) : known
    if (changes) {
      const kind = status === 'accepted' ? 'invitation_accepted' : 'invitation_declined'
      await recordActivity(tx, who, kind, { root, about: row.role }, at)
    }
    const organization = (await findOrganization(tx, root.organization_id)) ?? fail('not_found')
    const { id: organization_id, name: organization_name } = organization
    return invitationView({ ...row, name: root.name, organization_id, organization_name }, person)
  })
  // After the mail is on its way.
  return answered ?? failUnproven()
}
