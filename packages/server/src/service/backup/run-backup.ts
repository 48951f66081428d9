import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BackupSchedule, Config } from '../../platform/config/config.ts'

/** What a process is told to do. */
export interface Task {
  config: Config
  schedule: BackupSchedule
}

/** What became of a backup. */
export interface Made {
  backup: string
  /** What had not been copied before: blobs, and bytes of all kinds. */
  blobs: number
  bytes: number
  /** How many blobs of files were damaged in the service already. */
  damaged: number
}

export type Answer = Made | { error: string }

/** Makes a backup in a process of its own, which ends when `gone` says so. Never rejects. */
export function runBackup(task: Task, gone: AbortSignal): Promise<Answer> {
  // Sources run as .ts, the built server as .js; the program stands beside this file in both.
  const file = import.meta.url.endsWith('.ts') ? './backup-process.ts' : './backup-process.js'
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], { execArgv: [] })
  const end = () => child.kill()
  gone.addEventListener('abort', end, { once: true })
  return new Promise<Answer>((resolve) => {
    child.once('message', (answer: Answer) => resolve(answer))
    child.once('error', ({ message }) => resolve({ error: message }))
    child.once('exit', (code, signal) =>
      resolve({ error: `The backup process ended early (${signal ?? code})` }),
    )
    child.send(task, (error) => error && resolve({ error: error.message }))
  }).finally(() => gone.removeEventListener('abort', end))
}
