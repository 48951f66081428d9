import type { Ctx } from '../../platform/context.ts'
import { dropServers, hasEndedServers } from './queries.ts'

/** Lets go of the lines of servers that were killed: where no other server holds lines, nobody else does. */
export async function dropEndedServers({ db, now }: Ctx): Promise<void> {
  if (await hasEndedServers(db.read, now())) await db.write((tx) => dropServers(tx, { ended: now() }, now()))
}
