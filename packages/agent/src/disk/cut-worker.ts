import { parentPort } from 'node:worker_threads'
import { cutFile, findParts } from './cut.ts'
import type { Answer, Asked } from './cutting-thread.ts'

// In a thread, this cuts and hashes, so that the loop of the agent goes on; elsewhere it does nothing. It reads files that
// the process has open.
parentPort?.on('message', ({ number, job }: Asked) => {
  parentPort?.postMessage({ number, ...attempt(job) } satisfies Answer)
})

function attempt(job: Asked['job']) {
  try {
    return { result: job.what === 'cut' ? cutFile(job.fd) : findParts(job.fd, job.parts) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return { failed: { message: String(error), code } }
  }
}
