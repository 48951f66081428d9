import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { builtFolder } from '../frame/built.ts'

const FOLDER = builtFolder('web')
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json',
  '.png': 'image/png',
}

/** What the first view is made of: names in `assets/`, as the build has left them. */
export interface AppParts {
  build: string
  main: string
  style: string
  /** By what they are for: `192`, `512`, `maskable-512` and so on. */
  icons: Record<string, string>
}

interface Asset {
  type: string
  /** As it is, where it cannot be made smaller. */
  plain?: Buffer
  br?: Buffer
  gzip?: Buffer
}

let parts: AppParts | undefined
const assets = new Map<string, Promise<Asset | undefined>>()

/** Undefined where the app was not built. */
export function appParts(): AppParts | undefined {
  try {
    parts ??= JSON.parse(readFileSync(path.join(FOLDER, 'app.json'), 'utf8')) as AppParts
  } catch {}
  return parts
}

/** The service worker, or the one that removes it; undefined where the app was not built. */
export const workerScript = (keeps: boolean): Promise<string | undefined> =>
  readFile(path.join(FOLDER, keeps ? 'worker.js' : 'remove-worker.js'), 'utf8').catch(() => undefined)

/** By its name, which has the hash of what is in it: it never changes, and is read once. */
export function appAsset(name: string): Promise<Asset | undefined> {
  const known = assets.get(name) ?? readAsset(name)
  assets.set(name, known)
  // Names that do not exist are without number.
  void known.then(
    (found) => found ?? assets.delete(name),
    () => assets.delete(name),
  )
  return known
}

async function readAsset(name: string): Promise<Asset | undefined> {
  const type = TYPES[path.extname(name)]
  const folder = path.join(FOLDER, 'assets')
  if (!type) return undefined
  const names = await readdir(folder)
  if (type === TYPES['.png'] && names.includes(name))
    return { type, plain: await readFile(path.join(folder, name)) }
  if (!names.includes(`${name}.br`)) return undefined
  const [br, gzip] = await Promise.all(
    ['br', 'gz'].map((ending) => readFile(path.join(folder, `${name}.${ending}`))),
  )
  return br && gzip && { type, br, gzip }
}
