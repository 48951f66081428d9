import type { JobId } from '@holdfast/api/ids'
import { enqueue, type JobKind, type Jobs } from '../../src/platform/jobs/jobs.ts'
import type { World } from '../servers/world.ts'

/** A job that nobody tries any more; one that comes round by itself unless specified. */
export function givenUpJob<Kind extends JobKind>(
  { service: { ctx } }: World,
  kind: Kind = 'mail_damage' as Kind,
  payload = {} as Jobs[Kind],
): Promise<JobId> {
  const at = ctx.now()
  return ctx.db.write(async (tx) => {
    // In the transaction that has it given up, so that no server takes it before.
    await enqueue(tx, kind, payload, at)
    const { id } = await tx
      .selectFrom('job')
      .select('id')
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('job')
      .set({ given_up_at: at, attempts: 12, last_error: 'The mail server is away' })
      .where('id', '=', id)
      .execute()
    return id
  })
}
