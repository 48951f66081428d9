import { ConfigError } from './platform/config.ts'
import { CommandError } from './service/cli/command-error.ts'
import { runCommand } from './service/cli/commands.ts'

// Whatever is written is for the account that runs the service alone, the database too.
process.umask(0o077)

// Whoever reads what is printed may go away before we do.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  process.exitCode = await runCommand(process.argv.slice(2))
} catch (error) {
  if (error instanceof ConfigError)
    console.error(`Holdfast cannot start with these settings:\n${error.message}`)
  else if (error instanceof CommandError) console.error(error.message)
  else console.error('Holdfast stopped:', error)
  process.exitCode = 1
}
