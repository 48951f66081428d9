import type { IncomingMessage, RequestListener } from 'node:http'
import type { Logger } from 'pino'
import { agentChannel } from '../http/agent/agent-channel.ts'
import { buildApp } from '../http/app.ts'
import { createListener } from '../http/listener/listener.ts'
import { type MetricsListener, openMetricsListener } from '../http/listener/metrics-listener.ts'
import { holdUntil } from '../http/listener/servers.ts'
import { BrakeWatch } from '../oversight/brakes/brake-watch.ts'
import { type Config, connectionsEach, placesOf } from '../platform/config/config.ts'
import type { Ctx } from '../platform/context.ts'
import { bringToForm } from '../platform/installation/bring-to-form.ts'
import { checkStore } from '../platform/installation/check-store.ts'
import { checkNotMoved } from '../platform/installation/moved.ts'
import { ServerWatch, thisServer } from '../platform/installation/server-watch.ts'
import { unlockOrBegin } from '../platform/installation/unlock.ts'
import { VERSION } from '../platform/installation/version.ts'
import { installSchedules, type JobWorker, startJobWorker } from '../platform/jobs/worker.ts'
import { mayBePlain } from '../platform/mail/smtp.ts'
import { type Metric, textOf } from '../platform/metrics/metric.ts'
import { certificateFor, readCertificate } from '../platform/tls/certificate.ts'
import { CertificateWatch } from '../platform/tls/certificate-watch.ts'
import { ScheduledBackups } from './backup/scheduled-backups.ts'
import { type FirstAccount, install } from './install.ts'
import { JOB_HANDLERS } from './job-handlers.ts'
import { startRemovingLeftovers } from './leftovers.ts'
import { Collector } from './metrics/collector.ts'
import { addressOf, openContext, type World } from './opening/open-context.ts'
import { ServerPulse } from './pulse/server-pulse.ts'
import { STOP_LIMITS, type StopLimits, stopAll } from './stop-all.ts'

export interface Service {
  ctx: Ctx
  jobs: JobWorker
  /** What notices devices gone wild. */
  brakes: BrakeWatch
  backups: ScheduledBackups
  pulse: ServerPulse
  /** Where it answers, on this machine. */
  url: string
  firstAccount: FirstAccount | undefined
  /** Where its figures are, if that was asked for. */
  metricsUrl: string | undefined
  certificate: CertificateWatch
  collectMetrics(): Promise<Metric[]>
  /**
   * Takes no new connections, finishes requests and jobs, then closes everything; all of it within a time, whatever hangs.
   * Gives what had to be cut off: leases and reserved rows make that safe.
   */
  close(limits?: StopLimits): Promise<readonly string[]>
}

/** Opens, migrates, sets up on the first start, and listens. What fails on the way is closed again. */
export async function startService(config: Config, world: World): Promise<Service> {
  await using opened = new AsyncDisposableStack()
  world.log.info({ version: VERSION, ...placesOf(config) }, 'starting')
  if (config.smtpUrl && mayBePlain(config.smtpUrl, config.smtpStarttls))
    world.log.warn(
      'HOLDFAST_SMTP_STARTTLS is if-offered: mails, with the codes in them, may leave as plain text',
    )
  const ctx = await openContext(config, world)
  opened.defer(() => ctx.close())
  await checkNotMoved(ctx)
  const server = thisServer(ctx)
  await bringToForm(ctx, { server })
  const serverWatch = new ServerWatch(ctx, server)
  opened.defer(() => serverWatch.close())
  await unlockOrBegin(ctx)
  await checkStore(ctx)
  const certificate = await certificateFor(config, ctx.now())
  let url = ''
  const app = buildApp(ctx, () => config.baseUrl ?? url)
  opened.defer(() => app.close())
  await app.ready()
  // A port that is taken must not cost the one time that the first password is shown: so listen, install, then answer.
  const ready = Promise.withResolvers<RequestListener>()
  const hold = holdUntil(ready.promise)
  let serve: RequestListener | undefined
  const { trustProxy } = config
  const channel = agentChannel(ctx, ctx.devices)
  const options = {
    ...certificate,
    trustProxy,
    perNetwork: connectionsEach(config),
    upgrades: {
      ...channel,
      wants: (req: IncomingMessage) => serve !== undefined && channel.wants(req),
    },
  }
  const listener = createListener(options, (req, res) => (serve ?? hold)(req, res))
  const port = await listener.listen(config.host, config.port)
  opened.defer(async () => {
    ready.reject(new Error('It did not start'))
    await listener.close()
  })
  const watch = { read: () => readCertificate(config), use: listener.renew, log: ctx.log }
  const watched = new CertificateWatch(certificate, watch)
  opened.defer(() => watched.close())
  const pulse = new ServerPulse(ctx, server.id, () => listener.connections)
  opened.defer(() => pulse.close())
  const collector = new Collector(ctx, watched)
  opened.defer(() => collector.close())
  const collectMetrics = () => collector.collect()
  const metrics = opened.use(await offerMetrics(config, ctx.log, collectMetrics))
  opened.defer(ctx.db.listen((topics) => ctx.live.hub.hear(topics)))
  const brakes = new BrakeWatch(ctx)
  opened.defer(() => brakes.close())
  opened.defer(ctx.db.listen((topics) => brakes.hear(topics)))
  url = addressOf(config.host, port)
  ctx.publicUrl = config.baseUrl ?? url
  const firstAccount = await install(ctx)
  await installSchedules(ctx)
  // Before the first request: the log may have to be at another level.
  await pulse.look()
  opened.defer(ctx.db.listen((topics) => pulse.hear(topics)))
  serve = app.routing
  ready.resolve(serve)
  const jobs = startJobWorker(ctx, JOB_HANDLERS)
  serverWatch.whenOutdated = () => void jobs.stop()
  opened.defer(startRemovingLeftovers(ctx))
  const backups = new ScheduledBackups(ctx)
  opened.defer(() => backups.close())
  opened.defer(ctx.db.listen((topics) => backups.hear(topics)))
  const closing = opened.move()
  const close = async (limits = STOP_LIMITS) => {
    ctx.readiness.stopping = true
    return stopAll(
      { devices: ctx.devices, listener, hub: ctx.live.hub, jobs, rest: () => closing.disposeAsync() },
      limits,
    )
  }
  const metricsUrl = metrics?.url
  return {
    ctx,
    jobs,
    brakes,
    backups,
    pulse,
    url,
    firstAccount,
    metricsUrl,
    certificate: watched,
    collectMetrics,
    close,
  }
}

/** Nobody is offered any unless a port is set. */
export async function offerMetrics(
  { metricsHost: host, metricsPort: port }: Config,
  log: Logger,
  collect: () => Promise<Metric[]>,
): Promise<MetricsListener | undefined> {
  if (port === undefined) return undefined
  return openMetricsListener({ host, port, log, tell: async () => textOf(await collect()) })
}
