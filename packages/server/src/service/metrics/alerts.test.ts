import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'

const RULES = path.resolve(import.meta.dirname, '../../../../../docs/prometheus-alerts.yaml')
const PAGE = path.resolve(import.meta.dirname, '../../../../../docs/operations.md')

/** Series by their names, with their values as promtool writes them, one after the other. */
type Series = Record<string, string>
interface Case {
  /** In minutes, and then the values are a minute apart; or in hours or days, and then it is half an hour. */
  at: string
  series: Series
}

const UP = 'up{job="holdfast",instance="a"}'
const of = (name: string, labels = ''): string =>
  `${name}{job="holdfast",instance="a"${labels && `,${labels}`}}`
const READY = of('holdfast_processes_ready')
const PROCESSES = of('holdfast_processes')
const FAILED = of('holdfast_backup_failed')
const COMPLETE = of('holdfast_backup_timestamp_seconds')
const SWEPT = of('holdfast_sweep_timestamp_seconds')
const HEALTHY: Series = { [UP]: '1x300', [READY]: '2x300', [PROCESSES]: '2x300' }

/** Of a histogram that grows by so many values a minute in each bucket. */
const spread = (name: string, ...buckets: [le: string, perMinute: number][]): Series =>
  Object.fromEntries(buckets.map(([le, n]) => [of(`${name}_bucket`, `le="${le}"`), `0+${n}x300`]))
const answers = (good: number, bad: number): Series => ({
  [of('holdfast_answers_total', 'operation="a",status="2xx"')]: `0+${good}x300`,
  [of('holdfast_answers_total', 'operation="a",status="5xx"')]: `0+${bad}x300`,
})

/** Each alert: when it fires, and when it does not. Times in a test begin at 0, which is 1970. */
const CASES: Record<string, { fires: readonly Case[]; silent: readonly Case[] }> = {
  HoldfastDown: {
    fires: [
      { at: '5m', series: { ...HEALTHY, [UP]: '0x10' } },
      { at: '5m', series: { ...HEALTHY, [READY]: '1x10' } },
      // Nothing is scraped at all, or under another name.
      { at: '5m', series: {} },
    ],
    silent: [
      { at: '5m', series: HEALTHY },
      // One that was replaced in time.
      { at: '5m', series: { ...HEALTHY, [READY]: '2 1 2x300' } },
    ],
  },
  HoldfastReplaced: {
    fires: [
      { at: '60m', series: { [of('holdfast_processes_replaced_total', 'reason="hung"')]: '0+1x4 4x300' } },
    ],
    silent: [
      { at: '60m', series: { [of('holdfast_processes_replaced_total', 'reason="ended"')]: '0 0 1x300' } },
      { at: '240m', series: { [of('holdfast_processes_replaced_total', 'reason="hung"')]: '0+1x4 4x300' } },
    ],
  },
  HoldfastStoreAway: {
    fires: [{ at: '5m', series: { [of('holdfast_processes_without', 'dependency="blobs"')]: '1x10' } }],
    silent: [{ at: '5m', series: { [of('holdfast_processes_without', 'dependency="blobs"')]: '0 1 0x10' } }],
  },
  HoldfastErrors: {
    fires: [{ at: '20m', series: answers(100, 5) }],
    silent: [
      { at: '20m', series: answers(1000, 1) },
      { at: '20m', series: answers(0, 0) },
    ],
  },
  HoldfastBusy: {
    fires: [
      {
        at: '20m',
        series: spread('holdfast_event_loop_delay_seconds', ['0.2', 50], ['1', 100], ['+Inf', 100]),
      },
    ],
    silent: [
      {
        at: '20m',
        series: spread('holdfast_event_loop_delay_seconds', ['0.1', 100], ['1', 100], ['+Inf', 100]),
      },
    ],
  },
  HoldfastSlowWrites: {
    fires: [
      { at: '20m', series: spread('holdfast_transaction_seconds', ['1', 50], ['10', 100], ['+Inf', 100]) },
    ],
    silent: [
      { at: '20m', series: spread('holdfast_transaction_seconds', ['0.1', 99], ['10', 100], ['+Inf', 100]) },
    ],
  },
  HoldfastJobsWait: {
    fires: [{ at: '5m', series: { [of('holdfast_job_overdue_seconds', 'kind="mail"')]: '901x10' } }],
    silent: [{ at: '5m', series: { [of('holdfast_job_overdue_seconds', 'kind="mail"')]: '10x10' } }],
  },
  HoldfastJobsGivenUp: {
    fires: [{ at: '5m', series: { [of('holdfast_jobs_given_up')]: '1x10' } }],
    silent: [{ at: '5m', series: { [of('holdfast_jobs_given_up')]: '0x10' } }],
  },
  HoldfastNoSweep: {
    fires: [
      { at: '7h', series: { ...HEALTHY, [SWEPT]: '60x300' } },
      // None since the start: there is no such series.
      { at: '7h', series: HEALTHY },
      // None since it was started again, which Prometheus has not forgotten.
      { at: '9h', series: { ...HEALTHY, [SWEPT]: '60x2 _x300' } },
    ],
    silent: [
      { at: '7h', series: { ...HEALTHY, [SWEPT]: '0+1800x300' } },
      // It has only just begun to be watched.
      { at: '1h', series: HEALTHY },
      { at: '9h', series: { ...HEALTHY, [SWEPT]: '0+1800x16 _x300' } },
    ],
  },
  HoldfastBackup: {
    fires: [
      { at: '4h', series: { [FAILED]: '1x300', [COMPLETE]: '60x300' } },
      { at: '4d', series: { [FAILED]: '0x300', [COMPLETE]: '60x300' } },
    ],
    silent: [
      { at: '2d', series: { [FAILED]: '0x300', [COMPLETE]: '60x300' } },
      // None are to be made.
      { at: '4d', series: HEALTHY },
    ],
  },
  HoldfastNoBackup: {
    fires: [{ at: '25h', series: { [FAILED]: '0x300' } }],
    silent: [
      { at: '25h', series: { [FAILED]: '0x300', [COMPLETE]: '60x300' } },
      { at: '10h', series: { [FAILED]: '0x300' } },
      { at: '25h', series: HEALTHY },
    ],
  },
  HoldfastCertificate: {
    fires: [{ at: '5m', series: { [of('holdfast_certificate_end_timestamp_seconds')]: `${13 * 86400}x10` } }],
    silent: [
      { at: '5m', series: { [of('holdfast_certificate_end_timestamp_seconds')]: `${15 * 86400}x10` } },
    ],
  },
}

const rules = (): string[] =>
  [...readFileSync(RULES, 'utf8').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name)

/** Days in steps of a minute would take promtool as many seconds as all other cases together take milliseconds. */
const stepOf = (at: string): '1m' | '30m' => (at.endsWith('m') ? '1m' : '30m')

/** A test of promtool's for one case, in JSON, which is YAML too. */
const testOf = (name: string, { at, series }: Case, firing: number) => ({
  name: `${name} at ${at}`,
  interval: stepOf(at),
  input_series: Object.entries(series).map(([of, values]) => ({ series: of, values })),
  promql_expr_test: [
    {
      expr: `count(ALERTS{alertname="${name}",alertstate="firing"}) > bool 0`,
      eval_time: at,
      exp_samples: firing > 0 ? [{ labels: '{}', value: 1 }] : [],
    },
  ],
})

describe('the alert rules', () => {
  it('have each a case in which it fires and one in which it does not, and a row on the page', () => {
    const names = rules()
    assert.ok(names.length >= 12)
    assert.deepEqual(Object.keys(CASES), names)
    for (const [name, { fires, silent }] of Object.entries(CASES))
      assert.ok(fires.length > 0 && silent.length > 0, name)
    const rows = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `(Holdfast\w+)` \|/gm)].map(([, name]) => name)
    assert.deepEqual(rows, names)
  })

  it('fire when they should, and only then', async () => {
    const dir = await makeTempDir()
    const tests = Object.entries(CASES).flatMap(([name, { fires, silent }]) => [
      ...fires.map((given) => testOf(name, given, 1)),
      ...silent.map((given) => testOf(name, given, 0)),
    ])
    const files = ['1m', '30m'].map(async (step) => {
      const file = path.join(dir, `${step}.json`)
      const stepped = tests.filter(({ interval }) => interval === step)
      await writeFile(
        file,
        JSON.stringify({ rule_files: [RULES], evaluation_interval: step, tests: stepped }),
      )
      return file
    })
    const { stdout } = await promisify(execFile)('/usr/bin/promtool', [
      'test',
      'rules',
      ...(await Promise.all(files)),
    ]).catch((error) => assert.fail(`${error.stdout}\n${error.stderr}`))
    assert.equal(stdout.match(/SUCCESS/g)?.length, files.length)
  })
})
