import { globSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderTable } from './table.ts'

const TOP = 40

interface CallFrame {
  functionName: string
  url: string
  lineNumber: number
  columnNumber: number
}

/** As `node --cpu-prof` writes it; only what is read here. */
interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame }[]
  samples: number[]
  timeDeltas: number[]
}

interface Place {
  group: string
  label: string
}

export const profilerOptions = ({ profileDir }: { profileDir: string | undefined }): string[] =>
  profileDir === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profileDir]

/** Where the processor's time went, by origin and by function, in all profiles of a folder together. */
export function summarizeProfiles(dir: string): string {
  const groups = new Map<string, number>()
  const functions = new Map<string, number>()
  for (const file of globSync('*.cpuprofile', { cwd: dir })) {
    const profile = JSON.parse(readFileSync(path.join(dir, file), 'utf8')) as CpuProfile
    for (const [frame, ms] of selfTimes(profile)) {
      const place = placeOf(frame)
      if (!place) continue
      groups.set(place.group, (groups.get(place.group) ?? 0) + ms)
      const key = `${place.group}: ${place.label}`
      functions.set(key, (functions.get(key) ?? 0) + ms)
    }
  }
  const total = [...groups.values()].reduce((sum, ms) => sum + ms, 0)
  const rows = (times: Map<string, number>) =>
    [...times]
      .sort(([, a], [, b]) => b - a)
      .slice(0, TOP)
      .map(([name, ms]) => [name, ms.toFixed(0), `${((100 * ms) / total).toFixed(1)} %`])
  return [
    renderTable(['Origin', 'self ms', 'share'], rows(groups)),
    renderTable(['Function', 'self ms', 'share'], rows(functions)),
  ].join('\n\n')
}

function selfTimes({ nodes, samples, timeDeltas }: CpuProfile): Map<CallFrame, number> {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<CallFrame, number>()
  for (const [i, id] of samples.entries()) {
    const frame = frames.get(id)
    if (frame) times.set(frame, (times.get(frame) ?? 0) + (timeDeltas[i] ?? 0) / 1000)
  }
  return times
}

function placeOf(frame: CallFrame): Place | undefined {
  const { functionName: name, url } = frame
  if (name === '(idle)') return undefined
  if (name === '(garbage collector)') return { group: 'garbage collection', label: name }
  if (url === '') return { group: 'native', label: name || '(anonymous)' }
  if (url.startsWith('node:')) return { group: 'node', label: `${name || '(anonymous)'} ${url}` }
  return bundled(frame)
}

const maps = new Map<string, SourceMap | undefined>()

/** The bundle's map tells which file a function came from. */
function bundled({ functionName, url, lineNumber, columnNumber }: CallFrame): Place {
  if (!maps.has(url)) maps.set(url, readMap(url))
  const entry = maps.get(url)?.findEntry(lineNumber, columnNumber)
  const source = entry && 'originalSource' in entry ? entry.originalSource : url
  const [, foreign] = /.*node_modules\/(.+)$/.exec(source) ?? []
  const where = foreign ?? source.replace(/^.*?(?=packages\/)/, '')
  const group = foreign ? (/^(@[^/]+\/)?[^/]+/.exec(foreign)?.[0] ?? foreign) : 'holdfast'
  return { group, label: `${functionName || '(anonymous)'} ${where}` }
}

function readMap(url: string): SourceMap | undefined {
  if (!url.startsWith('file:')) return undefined
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')))
  } catch {
    return undefined // not a bundle
  }
}
