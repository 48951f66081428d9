// The service with several processes that are watched ten times as closely as usual. They run the program as it is shipped,
// which starts several times faster than its sources.
import cluster from 'node:cluster'
import { readConfig } from '../../src/platform/config/config.ts'
import { serveWithWorkers } from '../../src/service/cli/workers.ts'
import { PROGRAM } from './program.ts'

cluster.setupPrimary({ exec: PROGRAM, args: ['serve'] })
process.exitCode = await serveWithWorkers(readConfig(), { pingEveryMs: 100, silentAfter: 5, hungAfter: 30 })
