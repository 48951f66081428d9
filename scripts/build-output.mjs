// How builds leave files in dist/.
import { createHash } from 'node:crypto'
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ROOT } from './bootstrap.mjs'

export const DIST = path.join(ROOT, 'dist')
/** What the app asks of browsers. */
export const BROWSERS = ['chrome120', 'firefox128', 'safari17.4']

export const hashOf = (text) => createHash('sha256').update(text).digest('base64url').slice(0, 12)

/** Both forms that browsers read. `quality` of Brotli: the best takes ten times as long as 9, for some percent less. */
export const compressed = (file, contents, quality = constants.BROTLI_MAX_QUALITY) => [
  promisify(brotliCompress)(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).then(
    (br) => ({
      path: `${file}.br`,
      contents: br,
    }),
  ),
  promisify(gzip)(contents, { level: 9 }).then((gz) => ({ path: `${file}.gz`, contents: gz })),
]

/** Nobody finds half a file, also after a build that was cut off. */
export function writeWhole(file) {
  const temporary = `${file.path}.${process.pid}.tmp`
  writeFileSync(temporary, file.contents)
  renameSync(temporary, file.path)
}

export function removeStale(folder, pattern, current) {
  const stale = readdirSync(folder).map((name) => path.join(folder, name))
  for (const file of stale) if (pattern.test(file) && !current.has(file)) rmSync(file)
}
