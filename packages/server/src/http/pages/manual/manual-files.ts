import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { builtFolder } from '../frame/built.ts'

const FOLDER = builtFolder('docs')

/** A file of the documentation, as the build has left it. */
export interface ManualFile {
  /** In the folder of the build; of texts without the ending of their compressed form. */
  name: string
  type: string
  hash: string
  isText: boolean
  /** Its address has the hash of what is in it. */
  isFixed: boolean
}

interface Manual {
  files: Record<string, ManualFile>
  missing: ManualFile
}

let manual: { files: Map<string, ManualFile>; missing: ManualFile } | undefined

/** The file at an address, or the page for addresses that have none; undefined where nothing was built. */
export function findManualFile(address: string): { file: ManualFile; isThere: boolean } | undefined {
  manual ??= readManual()
  if (!manual) return undefined
  const found = manual.files.get(address)
  return { file: found ?? manual.missing, isThere: found !== undefined }
}

function readManual(): typeof manual {
  try {
    const { files, missing } = JSON.parse(readFileSync(path.join(FOLDER, 'site.json'), 'utf8')) as Manual
    return { files: new Map(Object.entries(files)), missing }
  } catch {
    return undefined
  }
}

/** Texts are there compressed only: the few who cannot read that have them unpacked. */
export const readManualFile = ({ name }: ManualFile, ending: '.br' | '.gz' | ''): Promise<Buffer> =>
  readFile(path.join(FOLDER, `${name}${ending}`))
