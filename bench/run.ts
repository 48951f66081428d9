// Measures the built server and nginx side by side. See docs/performance.md; for the options, --help.
import { readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { benchAccounts } from './accounts.ts'
import { benchActivity } from './activity.ts'
import { benchAgainst } from './against.ts'
import { benchAgent } from './agent.ts'
import { benchAgentBeside } from './agent-beside.ts'
import { benchBackups } from './backups.ts'
import { benchBatches } from './batches.ts'
import { bench } from './bench.ts'
import { benchBeside } from './beside.ts'
import { benchBulk } from './bulk.ts'
import { benchExpensive } from './expensive.ts'
import { benchFolder } from './folder.ts'
import { benchGrowth } from './growth.ts'
import { benchHistory } from './history.ts'
import { HELP, type Options, readOptions } from './options.ts'
import { summarizeProfiles } from './profile.ts'
import { renderCircumstances, renderReport } from './report.ts'
import { benchSearch } from './search.ts'
import { benchSignIn } from './sign-in.ts'
import { replaceFigures } from './table.ts'
import { benchTables } from './tables.ts'
import { benchWeb } from './web.ts'

const DOCUMENT = path.resolve(import.meta.dirname, '../docs/performance.md')

async function main(args: string[], interrupted: AbortSignal): Promise<void> {
  const options = readOptions(args)
  if (options.help) return console.log(HELP)
  const other = otherThan(options)
  if (other) {
    const comparison = await other(options, interrupted)
    return console.log(`\n${renderCircumstances(options.stack, args)}\n\n${comparison}`)
  }
  if (options.growth) {
    const { report, failed } = await benchGrowth(options, interrupted)
    if (failed) process.exitCode = 1
    return console.log(`\n${renderCircumstances(options.stack, args)}\n\n${report}`)
  }
  if (options.expensive) {
    const { report, failed } = await benchExpensive(options, interrupted)
    if (failed) process.exitCode = 1
    return console.log(`\n${renderCircumstances(options.stack, args)}\n\n${report}`)
  }
  const { measured, servers } = await bench(options, interrupted)
  const figures = `${renderCircumstances(options.stack, args)}\n\n${renderReport(measured, servers)}`
  console.log(`\n${figures}`)
  if (options.profileDir !== undefined) console.log(`\n${summarizeProfiles(options.profileDir)}`)
  if (options.write) writeFileSync(DOCUMENT, replaceFigures(readFileSync(DOCUMENT, 'utf8'), figures))
}

/** What is measured in place of the usual. */
function otherThan(options: Options) {
  const { accounts, against, agent, backups, batches, beside, folderFiles, signIn, history, search, web } =
    options
  if (agent) return options.besideSyncthing ? benchAgentBeside : benchAgent
  if (folderFiles) return benchFolder
  if (beside) return benchBeside
  if (web) return benchWeb
  if (backups) return benchBackups
  if (batches) return benchBatches
  if (options.bulk) return benchBulk
  if (options.tables) return benchTables
  if (options.activity) return benchActivity
  if (accounts) return benchAccounts
  if (against) return benchAgainst
  if (search) return benchSearch
  if (signIn) return benchSignIn
  return history ? benchHistory : undefined
}

/** Ends what was started, and with it the run, which then cleans up. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      process.exitCode = 128 + constants.signals[signal]
      controller.abort()
    })
  }
  return controller.signal
}

const interrupted = interruption()
try {
  await main(process.argv.slice(2), interrupted)
} catch (error) {
  // Anyone who interrupts a run knows why it ended.
  if (!interrupted.aborted) throw error
}
