import { runProgram } from './service/cli/commands.ts'

// Whatever is written is for the account that runs the service alone, the database too.
process.umask(0o077)

// Anyone who reads what is printed may go away before we do.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

process.exitCode = await runProgram(process.argv.slice(2))
