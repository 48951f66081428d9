import { readFile } from 'node:fs/promises'
import { type Cost, costsIn } from './take-files.ts'

const SHOWN = Number(process.env.TESTKIT_COSTS ?? 10)

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
