import { hash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { RootId } from '@holdfast/api/ids'
import { CONTROL } from '../words/commands.ts'
import { ENVIRONMENT } from './environment.ts'
import { UserError } from './user-error.ts'

/** A socket's path has to fit into 108 bytes, with a zero at its end. */
const MAX_SOCKET_PATH = 107

/** The folder that holds all of one agent: who it is, what it was told, what it knows of its roots. */
export class Home {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static open(given: string | undefined): Home {
    const folder = path.resolve(given ?? ENVIRONMENT.home ?? usualFolder())
    try {
      mkdirSync(new Home(folder).states, { recursive: true, mode: 0o700 })
      chmodSync(folder, 0o700)
    } catch (error) {
      throw new UserError(CONTROL.badHome(folder, (error as Error).message))
    }
    const home = new Home(folder)
    if (Buffer.byteLength(home.socket) > MAX_SOCKET_PATH) throw new UserError(CONTROL.longHome(home.socket))
    return home
  }

  /** What a device is called whose home this is: as a person said, or so that several on one computer are told apart. */
  get deviceName(): string {
    if (existsSync(this.#name)) return readFileSync(this.#name, 'utf8').trim()
    return this.folder === usualFolder() ? os.hostname() : `${os.hostname()} ${path.basename(this.folder)}`
  }
  /** The caller informs the service. */
  keepName(name: string): void {
    writeFileSync(this.#name, `${name}\n`, { mode: 0o600 })
  }
  get #name(): string {
    return path.join(this.folder, 'name')
  }
  get settings(): string {
    return path.join(this.folder, 'settings.json')
  }
  get socket(): string {
    return path.join(this.folder, 'socket')
  }
  get lock(): string {
    return path.join(this.folder, 'lock.db')
  }
  get log(): string {
    return path.join(this.folder, 'agent.log')
  }
  /** What is known of roots, backups and restores. */
  get states(): string {
    return path.join(this.folder, 'roots')
  }
  restoreState(name: string): string {
    return path.join(this.states, `restore-${name}.db`)
  }
  /**
   * The beginning of the files that tell what is known of a root. `where` is the folder's own mark, or the device's: what is
   * known of one folder, or one service, is not true of another.
   */
  stateOf(rootId: RootId, where: string): string {
    return path.join(this.states, `${rootId}-${hash('sha256', where, 'hex').slice(0, 16)}`)
  }
}

const usualFolder = (): string => path.join(ENVIRONMENT.stateFolder, 'holdfast-agent')
