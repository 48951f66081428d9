import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Cost, costsIn } from './take-files.ts'

const SHOWN = Number(process.env.TESTKIT_COSTS ?? 10)
const TICKS_PER_SECOND = 100

/** The files of tests that took most, so that a slow suite tells where its time goes. */
export async function dearest(dir: string): Promise<string> {
  const text = await readFile(costsIn(dir), 'utf8').catch(() => '')
  const costs = text
    .split('\n')
    .filter(Boolean)
    .map((line): Cost => JSON.parse(line))
    .sort((a, b) => b.cpu - a.cpu)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(7)} s`
  const lines = costs
    .slice(0, SHOWN)
    .map(({ file, wall, cpu }) => `${seconds(cpu)} of CPU ${seconds(wall)} by the clock  ${file}`)
  return ['Dearest:', ...lines].join('\n')
}

/** Seconds that this process and those it has seen end have used: what a suite costs, however busy the machine is. */
export function cpuSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = afterName.slice(11, 15).map(Number)
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND
}
