import { type CompiledQuery, Kysely, PostgresDialect, type QueryResult, sql } from 'kysely'
import pg from 'pg'
import { organizationAsking, paceAsking } from '../basics/asking.ts'
import { Lines } from '../basics/lines.ts'
import { Outage } from '../basics/outage.ts'
import { withinTime } from '../basics/within-time.ts'
import type { PostgresLimits } from '../config/limits.ts'
import type { Database, Db, Tx } from './database.ts'
import { DatabaseFigures } from './figures.ts'
import { heldKeys, type KeyHolder, shareKeys } from './keys.ts'
import { POSTGRES_LIMITS } from './postgres-client.ts'
import { PostgresNews } from './postgres-news.ts'
import { isOutdatedPlan, openConnections, TAKE_YOUR_TIME } from './postgres-pool.ts'
import { postgresSnapshot } from './postgres-snapshot.ts'
import type { Schema } from './schema.ts'
import { carrying } from './slots.ts'
import {
  DirectExecutor,
  type Done,
  kyselyOn,
  type OpenTransaction,
  refuseInsideTransaction,
  runInTransaction,
} from './transaction.ts'
import { InLine, Places, rowOfOrganization } from './wanted-rows.ts'
import { WriteGate } from './write-gate.ts'

const ATTEMPTS = 8
/** Of 16 connections: those who only read shall never wait for those who wait for each other. */
const MOST_WRITERS = 12

export function openPostgres(
  url: string,
  onIdleError: (error: Error) => void,
  given: Partial<PostgresLimits> = {},
): Database {
  const limits = { ...POSTGRES_LIMITS, ...given }
  const connections = openConnections(url, limits, onIdleError)
  const dialect = new PostgresDialect({ pool: connections.prepared })
  const pooled = new Kysely<Schema>({ dialect })
  const read: Db = carrying(kyselyOn(dialect, new DirectExecutor(dialect, readingFrom(pooled))))
  const holder: KeyHolder = {}
  shareKeys(read, holder)
  const news = new PostgresNews(url, connections.pool, limits, onIdleError)
  const lines = new Lines()
  const figures = new DatabaseFigures()
  const gate = new WriteGate()
  const transact = <T>(work: (tx: Tx) => Promise<T>, places: Places): Promise<Done<T>> =>
    pooled.transaction().execute((open) => {
      const executor = open.getExecutor()
      const run: OpenTransaction['run'] = (query, check) =>
        executor.provideConnection(async (connection) => {
          check()
          return connection.executeQuery(query)
        })
      return runInTransaction({ dialect, keys: holder, places, run }, work)
    })
  const runOnce = async <T>(work: (tx: Tx) => Promise<T>, places: Places): Promise<Done<T>> => {
    await lines.wait('writers', MOST_WRITERS, limits.acquire)
    return transact(work, places).finally(() => lines.leave('writers'))
  }
  const runInTurn = async <T>(work: (tx: Tx) => Promise<T>, places: Places): Promise<Done<T>> => {
    const own = organizationAsking()
    for (;;)
      try {
        // At the end nearly all changes need a row of the organization, and running again for that would cost much.
        if (own !== undefined) await places.join(rowOfOrganization(own), limits.lock)
        return await runOnce(work, places)
      } catch (error) {
        if (!(error instanceof InLine)) throw error
        await places.wait(error.row, limits.lock)
      }
  }
  const run = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const places = new Places(lines)
    const done = await retrying(() => runInTurn(work, places), figures).finally(() => places.leave())
    news.publish([...done.news])
    return done.value
  }
  const underWay = new Set<Promise<unknown>>()
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    refuseInsideTransaction('write')
    gate.check()
    const written = figures.during(run(work))
    underWay.add(written)
    return written.finally(() => underWay.delete(written))
  }
  const finish = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
    await news.close()
    await pooled.destroy()
  }
  return {
    dialect: 'postgres',
    figures,
    get read() {
      refuseInsideTransaction('read')
      return read
    },
    write: async (work) => write(work),
    writePatiently: async (work) =>
      write(async (tx) => {
        await sql.raw(TAKE_YOUR_TIME).execute(tx)
        await sql`set local lock_timeout = 0`.execute(tx)
        return work(tx)
      }),
    snapshot: (work) => postgresSnapshot(pooled, work),
    listen: (hear) => news.listen(hear),
    refuseWrites: (by, why) => gate.shut(by, why),
    unlock(keys) {
      holder.keys = keys
    },
    get keys() {
      return heldKeys(holder)
    },
    async close() {
      await withinTime(limits.close, finish())
      connections.destroy()
    },
  }
}

/** A transaction that has to wait for its turn does so without a connection, which others need. */
function readingFrom(pooled: Kysely<Schema>): <R>(query: CompiledQuery) => Promise<QueryResult<R>> {
  const executor = pooled.getExecutor()
  return <R>(query: CompiledQuery) => {
    const readNow = () => executor.executeQuery<R>(query)
    return paceAsking()?.read(readNow) ?? readNow()
  }
}

async function retrying<T>(attempt: () => Promise<T>, figures: DatabaseFigures): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt()
    } catch (error) {
      if (!wantsRetry(error)) throw error
      if (n === ATTEMPTS) throw new Outage('database_busy', error)
      figures.retries++
      await new Promise((resume) => setTimeout(resume, 2 ** n))
    }
  }
}

/** Serialization failure, deadlock or outdated plan: the transaction did nothing and may run again. */
const wantsRetry = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '40001' || error.code === '40P01' || isOutdatedPlan(error))
