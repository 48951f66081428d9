import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem } from 'node:os'
import type { Figures, Measured } from './measure.ts'
import type { Operation } from './operations.ts'
import { formatNumber, formatRatio, formatSpread, median, renderTable } from './table.ts'

const NONE = '–'

/** What belongs to the servers rather than to an operation. */
export interface ServerFigures {
  /** MiB. */
  idle: { holdfast: number; nginx: number }
  highest: { holdfast: number; nginx: number }
  /** Seconds. */
  start: number[]
}

const GOALS = { idleMib: 120, highestMib: 300, startSeconds: 1.5 }

export function renderReport(measured: readonly Measured[], servers: ServerFigures): string {
  return [
    'Server CPU time for one operation: median of all rounds (lowest–highest).',
    renderTable(['Operation', 'Goal', 'Holdfast', 'nginx', 'Ratio'], measured.map(costRow)),
    'Speed as one client on the same machine sees it, and milliseconds until the answer (half of them, 99 of 100).',
    renderTable(
      ['Operation', 'Connections', 'Holdfast', 'nginx', 'Holdfast p50 / p99', 'nginx p50 / p99'],
      measured.map(speedRow),
    ),
    'The servers themselves.',
    renderTable(['', 'Goal', 'Holdfast', 'nginx'], serverRows(servers)),
  ].join('\n\n')
}

function costRow({ operation, holdfast, nginx }: Measured): string[] {
  const { name, unit, goal } = operation
  return [
    `${name}, ${unit}`,
    goal === undefined ? NONE : `≤ ${formatNumber(goal)}`,
    formatSpread(holdfast.cpu),
    nginx ? formatSpread(nginx.cpu) : NONE,
    nginx ? formatRatio(holdfast.cpu, nginx.cpu) : NONE,
  ]
}

function speedRow({ operation, holdfast, nginx }: Measured): string[] {
  return [
    operation.name,
    String(operation.connections),
    formatSpeed(operation, holdfast),
    nginx ? formatSpeed(operation, nginx) : NONE,
    formatLatency(operation, holdfast),
    nginx ? formatLatency(operation, nginx) : NONE,
  ]
}

function formatSpeed({ bytes }: Operation, { perSecond }: Figures): string {
  if (bytes === undefined) return `${formatSpread(perSecond)} /s`
  return `${formatSpread(perSecond.map((value) => (value * bytes) / 1e6))} MB/s`
}

/** Of a single large transfer, its speed says all. */
const formatLatency = ({ bytes }: Operation, { p50, p99 }: Figures): string =>
  bytes === undefined ? `${formatNumber(median(p50))} / ${formatNumber(median(p99))}` : NONE

function serverRows({ idle, highest, start }: ServerFigures): string[][] {
  const memory = (name: string, goal: number, { holdfast, nginx }: { holdfast: number; nginx: number }) => [
    name,
    `≤ ${goal}`,
    formatNumber(holdfast),
    formatNumber(nginx),
  ]
  return [
    memory('memory when idle, MiB', GOALS.idleMib, idle),
    memory('memory at its highest, MiB', GOALS.highestMib, highest),
    ['start to first answer, s', `≤ ${formatNumber(GOALS.startSeconds)}`, formatSpread(start), NONE],
  ]
}

/** Where and how the figures were made: they mean nothing without it. */
export function renderCircumstances(stack: string, args: readonly string[]): string {
  const cores = cpus()
  const quoted = args.map((argument) => (/\s/.test(argument) ? `'${argument}'` : argument))
  const command = ['npm run bench', ...(args.length > 0 ? ['--', ...quoted] : [])].join(' ')
  const facts = {
    Date: new Date().toISOString().slice(0, 10),
    Command: `\`${command}\``,
    Machine: `${cores[0]?.model.trim()}, ${cores.length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`,
    Software: `Node ${process.versions.node}, nginx ${nginxVersion()}`,
    Storage: stack,
  }
  return Object.entries(facts)
    .map(([name, value]) => `- ${name}: ${value}`)
    .join('\n')
}

function nginxVersion(): string {
  const output = execFileSync('sh', ['-c', '/usr/sbin/nginx -v 2>&1'], { encoding: 'utf8' })
  return /nginx\/([\d.]+)/.exec(output)?.[1] ?? 'of unknown version'
}
