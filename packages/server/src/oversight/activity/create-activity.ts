import type { Activity, ActorType, TargetType } from '@holdfast/api/oversight/activity'
import { type ActivityParty, authorizeActor, authorizeTarget } from '../../access/new-activity.ts'
import { fail, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { insertActivity } from '../../records/activity/queries.ts'
import { targetOf } from '../../records/activity/record-activity.ts'
import { CLIENT_TYPES, TYPES_BY_ID } from '../../records/activity/types.ts'
import { activityView } from '../../records/activity/view.ts'

const MAX_VARS_BYTES = 4096

interface Note {
  typeId: number
  actor: ActivityParty<ActorType>
  target: ActivityParty<TargetType>
  text: string
  vars: Record<string, unknown>
}

/** Puts a client's own word on record. It can be taken for nobody else's, least of all for the service's. */
export async function createActivity(ctx: Ctx, who: PersonPrincipal, note: Note): Promise<Activity> {
  if (!TYPES_BY_ID.has(note.typeId)) refuse('activity_type_id', 'there is no activity type with this ID')
  if (!CLIENT_TYPES.has(note.typeId)) {
    const allowed = [...CLIENT_TYPES].join(', ')
    fail('forbidden', `Only the service can record activity of this type. Clients can use type ${allowed}.`)
  }
  if ('recorded_by' in note.vars) refuse('data_text_vars', 'recorded_by is reserved for the service')
  const db = ctx.db.read
  const actor = await authorizeActor(db, who, note.actor)
  const target = targetOf(await authorizeTarget(db, who, note.target))
  const forAnother = actor.actor_person_id !== who.personId
  const vars = JSON.stringify({ ...note.vars, ...(forAnother && { recorded_by: who.name }) })
  if (Buffer.byteLength(vars) > MAX_VARS_BYTES)
    refuse('data_text_vars', `expected: up to ${MAX_VARS_BYTES} bytes of JSON`)
  const row = await ctx.db.write((tx) =>
    insertActivity(tx, {
      activity_type_id: note.typeId,
      ...actor,
      ...target,
      data_text: note.text,
      data_vars: vars,
      created_at: ctx.now(),
    }),
  )
  return activityView(row)
}
