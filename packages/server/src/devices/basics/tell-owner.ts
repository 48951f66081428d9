import type { Instant } from '@holdfast/api/time'
import { isOwn } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { type MachineRow, named } from '../../records/machines.ts'
import { displayName, findPerson } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'

/** A mail names so many folders. */
const MOST_NAMED = 20

/** Mails the person whose machine it is when others have its folders mapped, or have something written to them. */
export async function tellOwner(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  machine: MachineRow,
  { what, folders, at }: { what: 'mapped' | 'restored'; folders: readonly string[]; at: Instant },
): Promise<void> {
  if (isOwn(who, machine) || folders.length === 0) return
  const owner = await findPerson(tx, machine.person_id)
  const person = await findPerson(tx, who.personId)
  if (!owner || !person) return
  await sendMail(
    ctx,
    tx,
    {
      organizationId: machine.organization_id,
      to: owner.email,
      kind: 'device_used',
      data: {
        name: displayName(owner),
        by: displayName(person),
        machine: named(machine).name,
        what,
        folders: folders.slice(0, MOST_NAMED),
        more: Math.max(0, folders.length - MOST_NAMED),
      },
    },
    at,
  )
}
