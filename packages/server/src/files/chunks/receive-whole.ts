import type { PersonId } from '@holdfast/api/ids'
import { fail } from '../../errors.ts'
import type { IncomingBytes } from '../../platform/content/incoming-bytes.ts'
import { lentSize } from '../../platform/content/lent-memory.ts'
import type { ContentStore } from '../../platform/content/staged.ts'

/**
 * Receives a body of at most so many bytes into one piece of memory, which is counted for a person, and does something with
 * it. Nobody may keep the memory.
 */
export async function receiveWhole<T>(
  { whole, lent }: ContentStore,
  holder: PersonId,
  incoming: IncomingBytes,
  { most, tooLarge }: { most: number; tooLarge: string },
  work: (body: Buffer) => Promise<T>,
): Promise<T> {
  const { announcedSize = most } = incoming
  if (announcedSize > most) fail('invalid_request', tooLarge)
  const held = lentSize(announcedSize)
  const release = whole.tryHold(holder, held)
  if (!release)
    return fail('temporarily_unavailable', 'Too many chunks are being sent at once. Try again shortly.')
  try {
    const memory = lent.take(held)
    let size = 0
    await incoming.receive((bytes) => {
      if (size + bytes.length > most) fail('invalid_request', tooLarge)
      size += bytes.copy(memory, size)
      return undefined
    })
    const done = await work(memory.subarray(0, size))
    // Only now: what has failed may still be at it.
    lent.giveBack(memory)
    return done
  } finally {
    release()
  }
}
