import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { childrenOf, type Serving, startWatched } from '@holdfast/server/testkit/servers/command-line'
import { readMetrics, type SeenMetrics } from '@holdfast/server/testkit/servers/metrics'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { until, untilFound } from '@holdfast/server/testkit/servers/until'
import { WATCH_INTERVALS } from './worker-watch.ts'

const HUNG = 'holdfast_processes_replaced_total{reason="hung"}'
const ENDED = 'holdfast_processes_replaced_total{reason="ended"}'

describe('a server process that does not answer', () => {
  let serving: Serving
  let metricsUrl = ''
  before(async () => {
    serving = await startWatched(await makeTempDir(), {
      HOLDFAST_ADMIN_PASSWORD: 'correct horse battery',
      HOLDFAST_WORKERS: '2',
      HOLDFAST_METRICS_PORT: '0',
    })
    metricsUrl = JSON.parse(await serving.saying(/metricsUrl/)).metricsUrl
    await untilFound(async () => bothReady(await look()))
  })
  after(() => serving.process.kill('SIGKILL'))

  const look = () => readMetrics(metricsUrl)
  const figures = (told: SeenMetrics) => ({
    expected: told.get('holdfast_processes'),
    ready: told.get('holdfast_processes_ready'),
    hung: told.get(HUNG),
    ended: told.get(ENDED),
  })
  const bothReady = (told: SeenMetrics) => (told.get('holdfast_processes_ready') === 2 ? told : undefined)
  const workers = async () => (await childrenOf(serving.process.pid ?? 0)).map(Number)
  const isLogged = (text: string, worker: number) =>
    serving.lines.some((line) => line.includes(text) && line.includes(`"worker":${worker},`))
  const isStopped = async (pid: number) =>
    /^State:\tT/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))

  it('is not ready to those who look at the metrics, who do not wait for it', async () => {
    const [victim = 0] = await workers()
    const before = figures(await look())
    assert.deepEqual(before, { expected: 2, ready: 2, hung: 0, ended: 0 })
    process.kill(victim, 'SIGSTOP')
    await until(() => isLogged('a server process does not answer', victim))
    // A caller that waited for it would hear nothing until it is killed, and counted.
    assert.deepEqual(figures(await look()), { ...before, ready: 1 })
    process.kill(victim, 'SIGCONT')
    await until(() => isLogged('a server process answers again', victim))
    await untilFound(async () => bothReady(await look()))
    assert.ok((await workers()).includes(victim), 'it is still there')
  })

  it('is killed and replaced, and counted', async () => {
    const [victim = 0] = await workers()
    process.kill(victim, 'SIGSTOP')
    await until(async () => !(await workers()).includes(victim))
    const after = await untilFound(async () => bothReady(await look()))
    assert.deepEqual(figures(after), { expected: 2, ready: 2, hung: 1, ended: 0 })
    assert.ok(isLogged('a server process hangs, and is killed', victim))
    assert.equal((await fetch(`${serving.url}/api/2/version`)).status, 200)
  })

  it('may take its time while it starts', async () => {
    const [first = 0, second = 0] = await workers()
    process.kill(first, 'SIGKILL')
    const starting = await untilFound(async () =>
      (await workers()).find((pid) => pid !== first && pid !== second),
    )
    process.kill(starting, 'SIGSTOP')
    // So long that one which has served is replaced meanwhile.
    process.kill(second, 'SIGSTOP')
    await until(async () => !(await workers()).includes(second))
    await until(async () => (await look()).get('holdfast_processes_ready') === 1)
    assert.ok(await isStopped(starting), 'it is still there, and stopped')
    process.kill(starting, 'SIGCONT')
    const after = await untilFound(async () => bothReady(await look()))
    assert.deepEqual(figures(after), { expected: 2, ready: 2, hung: 2, ended: 1 })
    assert.ok((await workers()).includes(starting))
  })
})

describe('the watch over server processes', () => {
  it('has one replaced before 20 seconds are over, and none that is busy for less than 15', () => {
    const { pingEveryMs, hungAfter } = WATCH_INTERVALS
    assert.ok(pingEveryMs * hungAfter >= 15_000)
    assert.ok(pingEveryMs * (hungAfter + 1) <= 17_000, 'with time to start another')
  })
})
