import { mock } from 'node:test'
import { runProgram } from '../../src/service/cli/commands.ts'
import type { Finished } from './command-line.ts'

/**
 * Runs a command in this process, one at a time: starting the program takes longer than most of them do. That they do the
 * same in a process of their own is for the tests of the command line.
 */
export async function runCommandHere(args: string[], settings: NodeJS.ProcessEnv): Promise<Finished> {
  const output: string[] = []
  const errors: string[] = []
  const told = [
    mock.method(console, 'log', (text: string) => void output.push(text)),
    mock.method(console, 'error', (...parts: unknown[]) => void errors.push(parts.join(' '))),
  ]
  const given = { HOLDFAST_LOG_LEVEL: 'silent', ...settings }
  const before = Object.fromEntries(Object.keys(given).map((name) => [name, process.env[name]]))
  set(given)
  try {
    return { code: await runProgram(args), output: output.join('\n'), errors: errors.join('\n') }
  } finally {
    set(before)
    for (const way of told) way.mock.restore()
  }
}

function set(settings: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}
