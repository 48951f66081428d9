import { DatabaseSync } from 'node:sqlite'
import { CONTROL } from '../words/commands.ts'
import { UserError } from './user-error.ts'

/** An agent runs with this home, or a command does its work. */
export class HomeInUse extends UserError {
  override name = 'HomeInUse'
}

/** One process at a time works with a home. The operating system gives the lock back when a process ends, however it does. */
export class HomeLock {
  readonly #db: DatabaseSync

  private constructor(db: DatabaseSync) {
    this.#db = db
  }

  static take(file: string): HomeLock {
    const db = new DatabaseSync(file)
    try {
      db.exec('begin exclusive')
    } catch {
      db.close()
      throw new HomeInUse(CONTROL.inUse)
    }
    return new HomeLock(db)
  }

  release(): void {
    this.#db.close()
  }
}
