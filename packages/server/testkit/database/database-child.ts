// A process of its own for tests of the database: node database-child.ts <task as JSON>
import { setTimeout as pauseAfterFailure } from 'node:timers/promises'
import { migrate } from '../../src/platform/db/migrations/migrate.ts'
import type { Task } from '../servers/children.ts'
import { openQuietly } from './open-quietly.ts'
import { createProbeTable, insertProbe } from './probe.ts'

const PAUSE_AFTER_FAILURE_MS = 20

async function perform(task: Task): Promise<void> {
  const db = await openQuietly(task.database)
  const write = (name: string) =>
    db.write(async (tx) => {
      const id = await insertProbe(tx, name)
      await insertProbe(tx, `${name}, twin`)
      return id
    })
  /** One writer that says each name once it is told that the name is durable. */
  async function writeInTurn(writer: number, count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const name = `${task.name}-${writer}-${n}`
      try {
        await write(name)
        process.stdout.write(`${name}\n`)
      } catch (error) {
        process.stderr.write(`${error}\n`)
        await pauseAfterFailure(PAUSE_AFTER_FAILURE_MS)
      }
    }
  }
  if (task.kind === 'migrate') process.stdout.write(`${JSON.stringify(await migrate(db, 0))}\n`)
  if (task.kind === 'write') {
    await createProbeTable(db)
    await Promise.all(
      Array.from({ length: task.writers }, (_, n) => writeInTurn(n, task.writes ?? Number.MAX_SAFE_INTEGER)),
    )
  }
  if (task.kind === 'answer') await answerParent(() => write(task.name))
  await db.close()
}

/** Answers «ping», writes on «write», until «stop». */
async function answerParent(write: () => Promise<unknown>): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    process.on('message', (message) => {
      if (message === 'ping') process.send?.('pong')
      if (message === 'write') void write().then(() => process.send?.('written'))
      if (message === 'stop') resolve()
    })
  })
  process.send?.('ready')
  await stopped
  process.disconnect()
}

await perform(JSON.parse(process.argv[2] ?? ''))
