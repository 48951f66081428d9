import { CommandError } from './cli/command-error.ts'
import { runCommand } from './cli/commands.ts'
import { ConfigError } from './config.ts'

try {
  process.exitCode = await runCommand(process.argv.slice(2))
} catch (error) {
  if (error instanceof ConfigError)
    console.error(`Holdfast cannot start with these settings:\n${error.message}`)
  else if (error instanceof CommandError) console.error(error.message)
  else console.error('Holdfast stopped:', error)
  process.exitCode = 1
}
