import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Options } from './options.ts'
import { formatSpread, renderTable } from './table.ts'

/** In seconds. */
export interface Cost {
  readonly cpu: number
  readonly wall: number
}

/** What it costs to bring a folder in sync. */
export interface Made {
  readonly watches: number
  /** A watch on each folder, and a first look into it. */
  readonly watching: Cost
  readonly watchMib: number
  /** Looks at all, without what the engine makes of them. */
  readonly lists: Cost[]
  /** With all files read. */
  readonly first: Cost
}

/** What it costs to keep it. */
export interface Started {
  /** From what is written down to an empty plan, with a look at all. */
  readonly starting: Cost
  /** Looks with nothing changed. */
  readonly scans: Cost[]
  /** What the process holds at the end, and the most that it ever held. */
  readonly mib: number
  readonly mostMib: number
}

const PER_FOLDER = 100
/** The others are how an agent is started. */
const FLAGS = ['--expose-gc', '--max-semi-space-size=4', '--heap-growing-percent=40']
const FOLDERS_BESIDE = 10

/** What it costs an agent to watch and look at a folder with many files of 2 KiB, in folders of 100. */
export async function benchFolder({ folderFiles: files = 100_000, rounds }: Options): Promise<string> {
  const place = mkdtempSync(path.join(tmpdir(), 'holdfast-folder-'))
  try {
    console.error(`… making ${files} files`)
    makeFiles(path.join(place, 'files'), files)
    const program = path.join(import.meta.dirname, 'folder-look.ts')
    const look = (how: 'make' | 'start'): unknown => {
      console.error(how === 'make' ? '… looking at them' : '… starting with all in sync')
      const given = [how, path.join(place, 'files'), path.join(place, 'state.db'), `${rounds}`]
      return JSON.parse(execFileSync(process.execPath, [...FLAGS, program, ...given], { encoding: 'utf8' }))
    }
    return render(files, look('make') as Made, look('start') as Started)
  } finally {
    rmSync(place, { recursive: true })
  }
}

function makeFiles(place: string, files: number): void {
  const bytes = Buffer.alloc(2048, 'x')
  let folder = place
  for (let made = 0; made < files; made++) {
    if (made % PER_FOLDER === 0) {
      const number = made / PER_FOLDER
      folder = path.join(place, `${Math.floor(number / FOLDERS_BESIDE)}`, `${number % FOLDERS_BESIDE}`)
      mkdirSync(folder, { recursive: true })
    }
    writeFileSync(path.join(folder, `a file like many others ${made}.txt`), bytes)
  }
}

function render(files: number, made: Made, started: Started): string {
  const cpu = (costs: readonly Cost[]) => formatSpread(costs.map((cost) => cost.cpu))
  const wall = (costs: readonly Cost[]) => formatSpread(costs.map((cost) => cost.wall))
  const rows = [
    ['watches', `${made.watches}`, '–'],
    ['memory for watches, MiB', made.watchMib.toFixed(1), '–'],
    ['watching all, s', cpu([made.watching]), wall([made.watching])],
    ['listing all, unchanged, s', cpu(made.lists), wall(made.lists)],
    ['first look of the engine, all files read, s', cpu([made.first]), wall([made.first])],
    ['start, all in sync, s', cpu([started.starting]), wall([started.starting])],
    ['look of the engine, unchanged, s', cpu(started.scans), wall(started.scans)],
    ['memory of the process, MiB', started.mib.toFixed(0), '–'],
    ['the most it held, MiB', started.mostMib.toFixed(0), '–'],
  ]
  return renderTable([`${files.toLocaleString('en')} files`, 'CPU time or figure', 'Wall clock'], rows)
}
