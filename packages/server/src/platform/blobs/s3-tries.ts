import type { S3Limits } from '../config/limits.ts'

export const LIMITS: S3Limits = { tryMs: 10_000, pauseMs: 200 }

export type S3Error = Error & { $metadata?: { httpStatusCode?: number; clockSkewCorrected?: boolean } }

const TRIES = 3
const BYTES_PER_MS = 256
const TRIED_AGAIN = [408, 425, 429]

/** All of `ask` is one try, the bytes of its answer too: what breaks off or falls silent in them is asked for again. */
export async function inTries<T>(
  { tryMs, pauseMs }: S3Limits,
  bytes: number,
  ask: (within: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  for (let pause = pauseMs, n = 1; ; pause *= 3, n++) {
    const abortSignal = AbortSignal.timeout(tryMs + Math.ceil(bytes / BYTES_PER_MS))
    try {
      return await ask({ abortSignal })
    } catch (error) {
      const cause = abortSignal.aborted
        ? new Error('no answer in time', { cause: error })
        : (error as S3Error)
      if (n === TRIES || !mayPass(cause)) throw cause
    }
    await new Promise((resume) => setTimeout(resume, pause))
  }
}

/** What has no status broke off or never came. */
function mayPass({ $metadata: { httpStatusCode: status, clockSkewCorrected } = {} }: S3Error): boolean {
  return status === undefined || status >= 500 || TRIED_AGAIN.includes(status) || clockSkewCorrected === true
}
