import type { Instant } from '@holdfast/api/time'
import { countJobs } from '../../platform/jobs/count-jobs.ts'
import { LoopDelay } from '../../platform/metrics/loop-delay.ts'
import type { Metric } from '../../platform/metrics/metric.ts'
import type { OpenContext } from '../open-context.ts'
import { DEFINITIONS, type Seen } from './definitions.ts'

/** Gathers the figures of this process. Until somebody asks it does nothing. */
export class Collector {
  readonly #ctx: OpenContext
  readonly #certificate: { endsAt: Instant }
  #delay: LoopDelay | undefined

  constructor(ctx: OpenContext, certificate: { endsAt: Instant }) {
    this.#ctx = ctx
    this.#certificate = certificate
  }

  async collect(): Promise<Metric[]> {
    const ctx = this.#ctx
    this.#delay ??= new LoopDelay()
    const state = await ctx.readiness.look()
    // The rest is worth the more while the database is away.
    const jobs =
      state.database === 'ok' ? await countJobs(ctx.db.read, ctx.now()).catch(() => undefined) : undefined
    const seen: Seen = {
      ctx,
      jobs,
      state,
      delay: this.#delay.seconds,
      certificateEndsAt: this.#certificate.endsAt,
    }
    return DEFINITIONS.map(({ read, boundsOf, ...metric }) => ({
      ...metric,
      ...(boundsOf && { bounds: boundsOf(seen) }),
      samples: read(seen),
    }))
  }

  close(): void {
    this.#delay?.close()
  }
}
