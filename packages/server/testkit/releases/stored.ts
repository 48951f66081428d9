import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/** Set by scripts/store-release.mjs: what is stored is made instead of looked at. */
export const isStoring = process.env.TESTKIT_STORE_RELEASE !== undefined

/** What to do when what is stored does not fit any more, before the first release. */
export const HOW = 'Until the first release, make it again: node scripts/store-release.mjs'

/** The releases that today’s program must read. Nothing here is ever made again once it is released. */
export const RELEASES = ['0.1.0'] as const

const fileOf = (release: string, name: string): string =>
  path.join(import.meta.dirname, release, `${name}.gz`)

interface Head<Facts> {
  facts: Facts
  files: { name: string; size: number }[]
}

/** Keeps all files of a folder, but for some, and what a test must know about them. */
export function storeFolder<Facts>(
  release: string,
  name: string,
  { dir, facts, except }: { dir: string; facts: Facts; except: RegExp },
): void {
  const names = globSync('**', { cwd: dir })
    .filter((file) => statSync(path.join(dir, file)).isFile() && !except.test(file))
    .sort()
  const contents = names.map((file) => readFileSync(path.join(dir, file)))
  const head: Head<Facts> = {
    facts,
    files: names.map((file, n) => ({ name: file, size: contents[n]?.length ?? 0 })),
  }
  const whole = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...contents])
  mkdirSync(path.dirname(fileOf(release, name)), { recursive: true })
  writeFileSync(fileOf(release, name), gzipSync(whole, { level: 9 }))
}

/** Brings them back, into an empty folder. */
export function unpackFolder<Facts>(release: string, name: string, dir: string): Facts {
  const file = fileOf(release, name)
  if (!existsSync(file)) throw new Error(`There is no ${file}. ${HOW}`)
  const whole = gunzipSync(readFileSync(file))
  const end = whole.indexOf('\n')
  const { facts, files } = JSON.parse(whole.subarray(0, end).toString()) as Head<Facts>
  let at = end + 1
  for (const { name: inside, size } of files) {
    const target = path.join(dir, inside)
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
    writeFileSync(target, whole.subarray(at, at + size), { mode: 0o600 })
    at += size
  }
  return facts
}
