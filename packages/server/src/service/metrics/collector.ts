import type { Instant } from '@holdfast/api/time'
import { countJobs } from '../../platform/jobs/count-jobs.ts'
import { LoopDelay } from '../../platform/metrics/loop-delay.ts'
import type { Metric } from '../../platform/metrics/metric.ts'
import { findInstallationBackup } from '../../records/installation-backup.ts'
import type { OpenContext } from '../opening/open-context.ts'
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
    const stored = state.database === 'ok' ? await this.#stored().catch(() => ({})) : {}
    const seen: Seen = {
      ctx,
      ...stored,
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

  async #stored(): Promise<Pick<Seen, 'jobs' | 'backup'>> {
    const { db, now, config } = this.#ctx
    const jobs = await countJobs(db.read, now())
    // What was made once says nothing where none is made any more.
    const backup = config.backup && (await findInstallationBackup(db.read))
    return { jobs, ...(backup && { backup }) }
  }

  close(): void {
    this.#delay?.close()
  }
}
