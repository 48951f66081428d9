import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UserError } from '../service/user-error.ts'
import { SIGN_IN } from '../words/network.ts'

/** Asks at the terminal; without one, there is nobody to ask. */
export async function prompt(question: string, fallback?: string): Promise<string> {
  if (!process.stdin.isTTY) {
    if (fallback !== undefined) return fallback
    throw new UserError(SIGN_IN.noTerminal(question.trim()))
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await lines.question(fallback === undefined ? question : `${question}[${fallback}] `)
    return answer.trim() || (fallback ?? '')
  } finally {
    lines.close()
  }
}

/** As `prompt`, without showing what is typed. */
export async function promptSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UserError(SIGN_IN.noTerminal(question.trim()))
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stdout.write('\n')
  }
}

/** The first line that is sent to the program. */
export async function lineOfInput(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  throw new UserError(SIGN_IN.noInput)
}
