import type { RefusalKind } from '@holdfast/api/devices/agent-channel'
import { busy, fail, refuse } from '../../errors.ts'
import type { Outcome } from './line.ts'

export const NOT_CONNECTED = 'The device is not connected.'
export const NO_ANSWER = 'The device did not answer in time.'

export const refusalIn = ({
  error,
  refused,
}: {
  error: string
  refused: RefusalKind | undefined
}): Outcome => ({
  ok: false,
  error,
  ...(refused && { refused }),
})

/** What a connected device does not do is no reason to ask again: the caller is told why, and what to type there. */
export function failAs({ error, refused }: Outcome & { ok: false }): never {
  const reason = { error_reason: error }
  switch (refused) {
    case 'forbidden':
      return fail('forbidden', 'The device does not allow this.', reason)
    case 'not_found':
      return fail('not_found', 'The folder does not exist on the device.', reason)
    case 'invalid':
      return refuse('path', error)
    case undefined:
      return busy(error || NO_ANSWER, 30)
  }
}
