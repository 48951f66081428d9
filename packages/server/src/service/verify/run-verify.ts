import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../platform/config/config.ts'

/** What was looked at, and how much of it is wrong. */
export interface Verified {
  roots: number
  chunks: number
  problems: number
}

export type Answer = Verified | { error: string }

/** Verifies everything in a process of its own, which ends when `gone` says so. Never rejects. */
export function runVerify(config: Config, gone: AbortSignal): Promise<Answer> {
  // Sources run as .ts, the built server as .js; the program stands beside this file in both.
  const file = import.meta.url.endsWith('.ts') ? './verify-process.ts' : './verify-process.js'
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], { execArgv: [] })
  const end = () => child.kill()
  gone.addEventListener('abort', end, { once: true })
  return new Promise<Answer>((resolve) => {
    child.once('message', (answer: Answer) => resolve(answer))
    child.once('error', ({ message }) => resolve({ error: message }))
    child.once('exit', (code, signal) =>
      resolve({ error: `The process that verifies ended early (${signal ?? code})` }),
    )
    child.send(config, (error) => error && resolve({ error: error.message }))
  }).finally(() => gone.removeEventListener('abort', end))
}
