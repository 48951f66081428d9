import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.resolve(import.meta.dirname, '../../../..')

/** The program as it is shipped, which starts several times faster than its sources. The runner has built it. */
export const PROGRAM = path.join(ROOT, 'dist/main.js')

export async function buildProgram(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--unless-fresh'], { cwd: ROOT })
}
