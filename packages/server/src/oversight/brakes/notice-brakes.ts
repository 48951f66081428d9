import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import type { BrakeReason } from '@holdfast/api/oversight/brakes'
import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findActorNames } from '../../records/actor-names.ts'
import { type BrakeRow, type Culprit, pauseSignIns } from '../../records/brakes.ts'
import { displayName, findPerson, listAdministratorsOf, type PersonRow } from '../../records/people.ts'
import type { RootRow } from '../../records/roots.ts'
import { sendMail } from '../../records/send-mail.ts'
import { tellsAdministrators } from '../../records/shipped-rules.ts'
import { findClients, insertBrake } from './queries.ts'
import { factsOf, type Measured } from './tally.ts'
import { undoAddress } from './undo-address.ts'

/** What someone did in a root that is far more than usual. */
interface Noticed {
  root: RootRow
  measured: Measured
  reason: BrakeReason
  pause: boolean
}
interface Made {
  root: RootRow
  brake: BrakeRow
}
interface Named {
  device?: string
  person?: string
}

/** Takes down what was noticed of a device or a sign-in, in one root or several, and tells those whom it concerns: each once. */
export const noticeBrakes = (ctx: Ctx, culprit: Culprit, places: readonly Noticed[]): Promise<void> =>
  ctx.db.write(async (tx) => {
    const at = ctx.now()
    const made: Made[] = []
    for (const { root, measured, reason, pause } of places.toSorted(byOrganization)) {
      const brake = await insertBrake(tx, {
        root_id: root.id,
        organization_id: root.organization_id,
        ...culprit,
        reason,
        ...factsOf(measured),
        created_at: at,
        paused: pause ? 1 : 0,
        decided_at: null,
        decided_by: null,
        settled_seq: null,
      })
      // Unless another server says it.
      if (brake) made.push({ root, brake })
    }
    const pausing = made.find(({ brake }) => brake.paused === 1)
    if (pausing) await pauseSignIns(tx, culprit, pausing.brake.id)
    const named = await nameOf(tx, culprit)
    for (const { root, brake } of made) {
      const { deleted, rewritten, renamed } = brake
      const about = `${named.device ?? 'a device'} of ${named.person ?? 'someone'}: ${deleted} deleted, ${rewritten} rewritten, ${renamed} with a new extension`
      await recordActivity(tx, THE_SERVICE, 'brake_noticed', { root, about }, at)
    }
    await mailAbout(ctx, tx, made, named, at)
  })

/** Several servers may be at it, and take what is shared by many in one order. */
const byOrganization = ({ root: a }: Noticed, { root: b }: Noticed): number =>
  a.organization_id - b.organization_id || a.id - b.id

async function nameOf(tx: Tx, culprit: Culprit): Promise<Named> {
  const { person_name, machine_name } = (await findActorNames(tx, [culprit]))(culprit)
  const { session_id } = culprit
  const client = session_id === null ? undefined : (await findClients(tx, [session_id])).get(session_id)
  const device = machine_name ?? client
  return { ...(device !== undefined && { device }), ...(person_name && { person: person_name }) }
}

/** To whose data it is, and to the administrators of the organizations. */
async function mailAbout(ctx: Ctx, tx: Tx, made: readonly Made[], named: Named, at: Instant): Promise<void> {
  const administrators = new Map<OrganizationId, PersonRow[]>()
  const told = new Map<PersonId, { person: PersonRow; about: Made[] }>()
  for (const one of made) {
    const { person_id, organization_id: id } = one.root
    if (!administrators.has(id)) administrators.set(id, await listThoseToTell(tx, id))
    const owner = person_id === null ? undefined : await findPerson(tx, person_id)
    const concerned = [...(administrators.get(id) ?? []), ...(owner?.active ? [owner] : [])]
    for (const person of new Map(concerned.map((each) => [each.id, each])).values()) {
      const known = told.get(person.id)
      if (known) known.about.push(one)
      else told.set(person.id, { person, about: [one] })
    }
  }
  const sum = (about: readonly Made[], field: 'deleted' | 'rewritten' | 'renamed') =>
    about.reduce((all, { brake }) => all + brake[field], 0)
  for (const { person, about } of told.values()) {
    const [first, ...others] = about.toSorted((a, b) => changesOf(b) - changesOf(a))
    if (!first) continue
    const data = {
      ...named,
      ...{ name: displayName(person), root: first.root.name, more: others.length },
      ...{
        deleted: sum(about, 'deleted'),
        rewritten: sum(about, 'rewritten'),
        renamed: sum(about, 'renamed'),
      },
      paused: about.some(({ brake }) => brake.paused === 1),
      link: `${ctx.publicUrl}${undoAddress(first.root.id, first.brake)}`,
    }
    const { organization_id: organizationId } = first.root
    await sendMail(ctx, tx, { organizationId, to: person.email, kind: 'brake_noticed', data }, at)
  }
}

/** The rules of an organization say whether its administrators are mailed. */
const listThoseToTell = async (tx: Tx, id: OrganizationId): Promise<PersonRow[]> =>
  (await tellsAdministrators(tx, id, 'unusual_activity')) ? listAdministratorsOf(tx, id) : []

const changesOf = ({ brake }: Made): number => brake.deleted + brake.rewritten + brake.renamed
