import type { OrganizationId } from '@holdfast/api/ids'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { named } from '../../records/machines.ts'
import { displayName, findPerson, type PersonRow } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import type { CheckedMachine } from './queries.ts'

/** A mail names so many machines. */
const MOST_NAMED = 50

const KINDS = {
  lost: { activity: 'machine_unreachable', mail: 'machines_unreachable' },
  back: { activity: 'machine_reachable', mail: 'machines_reachable' },
} as const

/**
 * Puts on record that machines of an organization are gone, or back, and mails those whose they are: each one mail, however
 * many machines they are. Administrators are told by the rules of the organization.
 */
export async function tellOf(
  ctx: Ctx,
  tx: Tx,
  news: {
    organizationId: OrganizationId
    machines: readonly CheckedMachine[]
    what: 'lost' | 'back'
    at: Instant
  },
): Promise<void> {
  const { organizationId, machines, what, at } = news
  const about = new Map<PersonRow['id'], { person: PersonRow; machines: CheckedMachine[] }>()
  for (const machine of machines) {
    await recordActivity(tx, THE_SERVICE, KINDS[what].activity, { machine: named(machine) }, at)
    const owner = await findPerson(tx, machine.person_id)
    if (!owner) continue
    const known = about.get(owner.id)
    if (known) known.machines.push(machine)
    else about.set(owner.id, { person: owner, machines: [machine] })
  }
  for (const { person, machines: some } of about.values())
    await sendMail(
      ctx,
      tx,
      {
        organizationId,
        to: person.email,
        kind: KINDS[what].mail,
        data: {
          name: displayName(person),
          machines: some.slice(0, MOST_NAMED).map((machine) => ({
            name: named(machine).name,
            since: formatUtc(machine.last_disconnect_at ?? at),
          })),
          more: Math.max(0, some.length - MOST_NAMED),
        },
      },
      at,
    )
}
