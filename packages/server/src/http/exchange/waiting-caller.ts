import type { WaitingCaller } from '../../files/changes/waiting-caller.ts'
import type { AuthenticatedCall } from './route.ts'

/** Anyone who asks for what may come later, for as long as the line is there. */
export function waitingCaller({
  who,
  again,
  reply,
}: Omit<AuthenticatedCall<never>, 'params'>): WaitingCaller {
  const onGone = (stop: () => void) => {
    if (reply.raw.destroyed) stop()
    else reply.raw.once('close', stop)
  }
  return { who, again, onGone }
}
