import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

const MOST_PROBLEMS = 10

const db = new Sqlite(workerData, { readonly: true, timeout: 5000 })
const rows = db.pragma(`quick_check(${MOST_PROBLEMS})`) as { quick_check: string }[]
db.close()
parentPort?.postMessage(rows.map((row) => row.quick_check).filter((problem) => problem !== 'ok'))
