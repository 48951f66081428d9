import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const MIB = 1024 * 1024
const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface Process {
  pid: number
  parent: number
  /** Its own threads' and that of children it has waited for; those that live are counted by themselves. */
  cpuTicks: number
}

/** CPU time, in milliseconds, that these processes and all below them have used since they began. */
export function cpuMs(pids: readonly number[]): number {
  const ticks = listTree(pids).reduce((sum, { cpuTicks }) => sum + cpuTicks, 0)
  return (ticks / TICKS_PER_SECOND) * 1000
}

/** CPU time, in milliseconds, of all processes that this one has started and that have ended. */
export function endedCpuMs(): number {
  const fields = fieldsOf(process.pid) ?? []
  return ((Number(fields[16 - 3]) + Number(fields[17 - 3])) / TICKS_PER_SECOND) * 1000
}

/** What these processes and all below them hold now, and the most that each has held, in MiB. */
export function memoryMib(pids: readonly number[]): { now: number; highest: number } {
  const sum = { now: 0, highest: 0 }
  for (const { pid } of listTree(pids)) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const bytes = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024
    sum.now += bytes('VmRSS') / MIB
    sum.highest += bytes('VmHWM') / MIB
  }
  return sum
}

function listTree(pids: readonly number[]): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])
  const found = all.filter(({ pid }) => pids.includes(pid))
  // Grows while it is walked: children join behind their parents.
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid))
  return found
}

function readProcess(pid: number): Process | undefined {
  const fields = fieldsOf(pid)
  if (!fields) return undefined
  const field = (number: number) => Number(fields[number - 3])
  return { pid, parent: field(4), cpuTicks: field(14) + field(15) + field(16) + field(17) }
}

/** proc(5), /proc/pid/stat, from the third field on; the second may itself hold spaces and parentheses. */
function fieldsOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined // gone since the folder was read
  }
}
