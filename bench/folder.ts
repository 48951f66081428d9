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

/** What it costs to keep a folder. */
export interface Looked {
  readonly watches: number
  /** A watch on each folder, and a first look into it. */
  readonly watching: Cost
  readonly watchMib: number
  /** Looks at all, without what the engine makes of them. */
  readonly lists: Cost[]
  /** With all files read. */
  readonly first: Cost
  /** With nothing changed. */
  readonly scans: Cost[]
  /** What the process holds at the end. */
  readonly mib: number
}

const PER_FOLDER = 100
const FOLDERS_BESIDE = 10

/** What it costs an agent to watch and look at a folder with many files of 2 KiB, in folders of 100. */
export async function benchFolder({ folderFiles: files = 100_000, rounds }: Options): Promise<string> {
  const place = mkdtempSync(path.join(tmpdir(), 'holdfast-folder-'))
  try {
    console.error(`… making ${files} files`)
    makeFiles(place, files)
    console.error('… looking at them')
    const program = path.join(import.meta.dirname, 'folder-look.ts')
    const told = execFileSync(process.execPath, ['--expose-gc', program, place, `${rounds}`], {
      encoding: 'utf8',
    })
    return render(files, JSON.parse(told) as Looked)
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

function render(files: number, looked: Looked): string {
  const cpu = (costs: readonly Cost[]) => formatSpread(costs.map((cost) => cost.cpu))
  const wall = (costs: readonly Cost[]) => formatSpread(costs.map((cost) => cost.wall))
  const rows = [
    ['watches', `${looked.watches}`, '–'],
    ['memory for watches, MiB', looked.watchMib.toFixed(1), '–'],
    ['watching all, s', cpu([looked.watching]), wall([looked.watching])],
    ['listing all, unchanged, s', cpu(looked.lists), wall(looked.lists)],
    ['first look of the engine, all files read, s', cpu([looked.first]), wall([looked.first])],
    ['look of the engine, unchanged, s', cpu(looked.scans), wall(looked.scans)],
    ['memory of the process, MiB', looked.mib.toFixed(0), '–'],
  ]
  return renderTable([`${files.toLocaleString('en')} files`, 'CPU time or figure', 'Wall clock'], rows)
}
