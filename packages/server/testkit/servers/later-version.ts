// The command line of a version that does not exist yet: it knows one more migration.
import { MIGRATIONS } from '../../src/platform/db/migrations/migrate.ts'
import { runProgram } from '../../src/service/cli/commands.ts'
import { LATER_MIGRATIONS } from './later-migrations.ts'

Object.assign(MIGRATIONS, LATER_MIGRATIONS)
process.exitCode = await runProgram(process.argv.slice(2))
