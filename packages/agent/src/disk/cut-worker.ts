import { parentPort } from 'node:worker_threads'
import { cutFile, findParts } from './cut.ts'
import { cutAgain } from './cut-again.ts'
import type { Answer, Asked } from './cutting-thread.ts'

// In a thread, this cuts and hashes, so that the loop of the agent goes on; elsewhere it does nothing. It reads files that
// the process has open.
parentPort?.on('message', ({ number, job }: Asked) => {
  parentPort?.postMessage({ number, ...attempt(job) } satisfies Answer)
})

function attempt(job: Asked['job']) {
  try {
    if (job.what === 'find') return { result: findParts(job.fd, job.parts) }
    return { result: job.old ? cutAgain(job.fd, job.old) : cutFile(job.fd) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return { failed: { message: String(error), code } }
  }
}
