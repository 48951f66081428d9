import type { KyselyPlugin } from 'kysely'
import type { World } from '../servers/world.ts'

/** Every second, no matter who else asks for something. */
const LOOKING_FOR_JOBS = /\b(job|schedule)\b/

/** How many statements the service runs outside of transactions while `work` goes on. Jobs that are due go first. */
export async function countReads(world: World, work: () => Promise<unknown>): Promise<number> {
  await world.runJobs()
  const { db } = world.service.ctx
  const { read } = db
  let count = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (!LOOKING_FOR_JOBS.test(JSON.stringify(node))) count++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  Object.defineProperty(db, 'read', { value: read.withPlugin(counting), configurable: true })
  try {
    await work()
  } finally {
    Object.defineProperty(db, 'read', { value: read, configurable: true })
  }
  return count
}
