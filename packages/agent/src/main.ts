import { asTyped } from './cli/as-typed.ts'
import { runCommand } from './cli/commands.ts'
import { UserError } from './service/user-error.ts'

// Anyone who reads what is printed may go away before we do.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

// Not awaited: as a program of its own, this is a script and no module.
runCommand(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof UserError ? asTyped(error.message) : error)
    process.exitCode = error instanceof UserError ? error.exitCode : 1
  },
)
