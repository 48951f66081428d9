import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { HOUR_MS, type Instant } from '@holdfast/api/time'
import { EventReader } from '@holdfast/server/testkit/content/event-source'
import { readMetrics } from '@holdfast/server/testkit/servers/metrics'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { countJobs } from '../../platform/jobs/count-jobs.ts'
import { enqueue, type Jobs } from '../../platform/jobs/jobs.ts'
import { textOf } from '../../platform/metrics/metric.ts'
import { expectInstallationBackup, updateInstallationBackup } from '../../records/installation-backup.ts'
import type { OpenContext } from '../opening/open-context.ts'
import { Collector } from './collector.ts'
import { DEFINITIONS } from './definitions.ts'

/** Of a newer version, perhaps. */
const UNKNOWN: string = 'no_such_job'
const ROOT = path.resolve(import.meta.dirname, '../../../../..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const DASHBOARD = read('docs/grafana-dashboard.json')
const ALERTS = read('docs/prometheus-alerts.yaml')
const named = (text: string): string[] => text.match(/\bholdfast_\w+/g) ?? []
/** Those of the dashboard. */
const expressions = (): string[] =>
  [...DASHBOARD.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(([, expression = '']) => expression)

for (const stack of STACKS)
  describe(`metrics on ${stack.name}`, () => {
    const world = useWorld(stack, { config: { metricsPort: 0 } })
    const look = () => readMetrics(world.service.metricsUrl ?? '')

    it('count what is done, where it is done', async () => {
      const ann = await world.person()
      const before = await look()
      const large = new Uint8Array(100_000).fill(7)
      const file = await ann.upload('plan.txt', large)
      await ann.upload('again.txt', large)
      await assert.rejects(ann.upload('plan.txt', 'other'))
      assert.equal((await ann.download(file.id)).length, large.length)
      // An answer counts once it is sent to its end, which its reader may see a moment earlier.
      await until(
        async () =>
          (await look()).since(before, 'holdfast_answers_total{operation="download_file",status="2xx"}') ===
          1,
      )
      const after = await look()
      const grown = (name: string) => after.since(before, name)
      assert.equal(grown('holdfast_answers_total{operation="upload_to_root",status="2xx"}'), 2)
      assert.equal(grown('holdfast_answers_total{operation="upload_to_root",status="4xx"}'), 1)
      assert.equal(grown('holdfast_answer_seconds_count{operation="upload_to_root"}'), 3)
      assert.equal(grown('holdfast_chunks_total{what="received"}'), 3)
      assert.equal(grown('holdfast_chunks_total{what="held_already"}'), 1)
      assert.equal(grown('holdfast_chunk_bytes_total{what="received"}'), 2 * large.length + 5)
      assert.equal(grown('holdfast_chunk_bytes_total{what="read"}'), large.length)
      assert.ok(grown('holdfast_transaction_seconds_count') >= 3)
      assert.equal(grown('holdfast_transactions_undone_total'), 1)
      if (world.service.ctx.db.dialect === 'sqlite') assert.ok(grown('holdfast_writes_per_flush_count') >= 3)
      assert.equal(after.get('holdfast_processes_ready'), 1)
      assert.equal(after.get('holdfast_processes_without{dependency="database"}'), 0)
    })

    it('tell who waits', async () => {
      const ann = await world.person()
      const stream = 'holdfast_listeners{kind="stream"}'
      assert.equal((await look()).get(stream), 0)
      await using _events = await EventReader.open(world.url, ann.bearer)
      assert.equal((await look()).get(stream), 1)
      assert.equal((await look()).get('holdfast_devices_connected'), 0)
    })

    it('tell of jobs: those that wait, fail, and sweep', async () => {
      const { db, now } = world.service.ctx
      const dueAt = now() + HOUR_MS
      await db.write((tx) => enqueue(tx, UNKNOWN as keyof Jobs, {} as never, dueAt))
      const waiting = await look()
      assert.equal(waiting.get(`holdfast_jobs_waiting{kind="${UNKNOWN}"}`), 1)
      assert.equal(waiting.get(`holdfast_job_overdue_seconds{kind="${UNKNOWN}"}`), 0)
      const later = await countJobs(db.read, dueAt + 60_000)
      assert.deepEqual(later.waiting.get(UNKNOWN), { jobs: 1, overdueMs: 60_000 })
      assert.equal(waiting.get('holdfast_sweep_timestamp_seconds'), undefined)
      world.clock.advance({ hours: 2 })
      await world.runJobs()
      const done = await look()
      assert.equal(done.get(`holdfast_job_failures_total{kind="${UNKNOWN}"}`), 1)
      assert.equal(done.get('holdfast_jobs_given_up'), 0)
      assert.equal(done.get('holdfast_sweep_timestamp_seconds'), world.clock.now() / 1000)
    })

    /** What is reported where backups are to be made. */
    async function toldOfBackups(at: Instant): Promise<string> {
      const ctx = world.service.ctx as OpenContext
      await ctx.db.write(async (tx) => {
        await expectInstallationBackup(tx, at)
        await updateInstallationBackup(tx, { complete_at: at, error: 'The disk is full' })
      })
      const backup = {
        place: { kind: 'disk' as const, dir: '/nowhere' },
        everyMs: HOUR_MS,
        keep: { last: 1 },
      }
      const collector = new Collector({ ...ctx, config: { ...ctx.config, backup } }, { endsAt: 0 })
      const text = textOf(await collector.collect())
      collector.close()
      return text
    }

    it('tell of backups where some are to be made', async () => {
      const at = world.clock.now()
      const text = await toldOfBackups(at)
      assert.match(text, new RegExp(`^holdfast_backup_timestamp_seconds ${at / 1000}$`, 'm'))
      assert.match(text, /^holdfast_backup_failed 1$/m)
      assert.doesNotMatch((await look()).text, /backup/)
    })

    it('tell all that the dashboard and the alert rules name', async () => {
      const { db, now } = world.service.ctx
      await world.request('/api/2/version')
      await db.write((tx) => enqueue(tx, UNKNOWN as keyof Jobs, {} as never, now()))
      world.clock.advance({ hours: 2 })
      await world.runJobs()
      const backups = (await toldOfBackups(now())).split('\n').filter((line) => line.includes('_backup_'))
      const { text } = await look()
      const told = new Set([text, ...backups].join('\n').match(/^holdfast_\w+/gm))
      const ofSqlite = (name: string) =>
        db.dialect !== 'sqlite' && name.startsWith('holdfast_writes_per_flush')
      const missing = [...expressions(), ALERTS]
        .flatMap(named)
        .filter((name) => !told.has(name) && !ofSqlite(name))
      assert.deepEqual(missing, [])
    })

    it('have each its name and its help once, and say nothing of anybody', async () => {
      const { text } = await look()
      const names = DEFINITIONS.map(({ name }) => name)
      assert.equal(new Set(names).size, names.length)
      assert.doesNotMatch(text, /example\.test|plan\.txt|Pat|Doe/)
      for (const line of text.split('\n'))
        if (line) assert.match(line, /^# (HELP|TYPE) holdfast_\w+ .+$|^holdfast_\w+(\{[^{}]+\})? [\d.e+-]+$/)
    })

    it('are all that is offered there', async () => {
      const url = world.service.metricsUrl ?? ''
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
      const statusOf = async (at: string, method = 'GET') => (await fetch(at, { method })).status
      assert.deepEqual([await statusOf(url.replace('metrics', '')), await statusOf(url, 'POST')], [404, 405])
      assert.equal((await fetch(url)).headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    })
  })

describe('what names metrics', () => {
  const known = new Set(
    DEFINITIONS.flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
  const unknown = (texts: readonly string[]) => texts.flatMap(named).filter((name) => !known.has(name))

  it('on the dashboard names what there is', () => {
    assert.ok(expressions().length >= 15)
    assert.deepEqual(unknown(expressions()), [])
  })

  it('on the page names all there is, and nothing else', () => {
    const rows = read('docs/operations.md').match(/^\| `holdfast_.+? \|/gm) ?? []
    assert.deepEqual(rows.flatMap(named).toSorted(), DEFINITIONS.map(({ name }) => name).toSorted())
  })

  it('in rules for alerts names what there is', () => {
    assert.ok(named(ALERTS).length >= 12)
    assert.deepEqual(unknown([ALERTS]), [])
  })
})
