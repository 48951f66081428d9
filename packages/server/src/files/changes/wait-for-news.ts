import { performance } from 'node:perf_hooks'
import type { Ctx } from '../../platform/context.ts'
import type { Topic } from '../../platform/db/database.ts'
import { callerKey, type PersonPrincipal } from '../../platform/principal.ts'
import type { WaitingCaller } from './waiting-caller.ts'

/**
 * Looks at something until there is news in it or the time is over, whenever something is heard of the topic and from time to
 * time, and gives what it saw last. `look` refuses callers who may not know any more.
 */
export async function waitForNews<Seen>(
  { live: { hub, polls, pace } }: Ctx,
  caller: WaitingCaller,
  { topic, ms }: { topic: Topic; ms: number },
  look: (who: PersonPrincipal) => Promise<Seen>,
  isNews: (seen: Seen) => boolean,
): Promise<Seen> {
  using _seat = polls.take(callerKey(caller.who))
  using watch = hub.watch([topic])
  caller.onGone(() => watch.end())
  const until = performance.now() + ms
  for (;;) {
    watch.take()
    const seen = await look(await caller.again())
    const left = until - performance.now()
    if (isNews(seen) || watch.ended || left <= 0) return seen
    await watch.wait(Math.min(left, pace.checkMs))
  }
}
