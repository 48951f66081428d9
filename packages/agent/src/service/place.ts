import { existsSync, readlinkSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isSea } from 'node:sea'
import { ENVIRONMENT } from './environment.ts'

/** The command of each version, and of the place as a whole. */
export const COMMAND = 'holdfast-agent'
/** What Debian's package brings. It is renewed by another package, and by nothing else. */
const PACKAGED = '/usr/lib/holdfast-agent'

/** The file of this very program: what Node runs, or the program itself. */
export const programFile = (): string =>
  realpathSync(isSea() ? process.execPath : path.resolve(process.argv[1] ?? ''))

export const isPackaged = (): boolean => path.dirname(programFile()) === PACKAGED

/**
 * Where the program is installed: `versions/<id>` side by side, `runtimes/<hash>` with the Nodes that they run on, `current`,
 * which leads to one version, and `key.pem`, the key that signs all of them. The script install.sh makes the same.
 */
export class Place {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** The one that this program is in; undefined for one that is anywhere else, such as among downloads. */
  static find(): Place | undefined {
    const versions = path.dirname(path.dirname(programFile()))
    const place = new Place(path.dirname(versions))
    return path.basename(versions) === 'versions' && existsSync(place.current) ? place : undefined
  }

  static usual(isSystem: boolean): Place {
    return new Place(isSystem ? '/opt/holdfast-agent' : path.join(ENVIRONMENT.dataFolder, 'holdfast-agent'))
  }

  /** Which version this program is. */
  static get ownVersion(): string {
    return path.basename(path.dirname(programFile()))
  }

  get current(): string {
    return path.join(this.folder, 'current')
  }
  /** Starts whichever version is current. */
  get command(): string {
    return path.join(this.current, COMMAND)
  }
  get keyFile(): string {
    return path.join(this.folder, 'key.pem')
  }
  version(id: string): string {
    return path.join(this.folder, 'versions', id)
  }
  runtime(id: string): string {
    return path.join(this.folder, 'runtimes', id)
  }

  get currentVersion(): string {
    return path.basename(readlinkSync(this.current))
  }

  /** At once: at every moment the command starts one version or the other. */
  makeCurrent(id: string): void {
    const next = `${this.current}.${process.pid}`
    rmSync(next, { force: true })
    symlinkSync(path.join('versions', id), next)
    renameSync(next, this.current)
  }
}

/** Where commands of this account, or of the machine, are found. */
export const commandFolder = (isSystem: boolean): string =>
  isSystem ? '/usr/local/bin' : path.join(os.homedir(), '.local/bin')
