import { CARRIED, type Carried, type Db, type Tx } from './database.ts'

/**
 * When slots are settled, one after the other. First what changes folders, in roots that are held. Rows that everybody in an organization shares come last and in one order: its
 * own, where storage is counted, then the end of its records. Checks look at what all the others did.
 */
const SETTLED = ['folders', 'storage', 'records', 'checks'] as const

interface Kind<State> {
  /** What a transaction begins with. An attempt within one is given what that one has. */
  begin: (around: State | undefined) => State
  /** Adds what an attempt leaves to the transaction around it, if it came to something. */
  join?: (around: State, own: State) => void
  /** Runs after the work and before the commit. What it throws undoes the transaction. */
  settling?: { when: (typeof SETTLED)[number]; settle: (tx: Tx, state: State) => Promise<void> | void }
}

/**
 * Something that every transaction has of its own beside its rows. It begins with the transaction, so that one that runs
 * again starts over, and it is settled with the transaction, so that nobody has to remember it.
 */
export class Slot<State> {
  readonly #kind: Kind<State>

  constructor(kind: Kind<State>) {
    this.#kind = kind
  }

  of(tx: Tx): State {
    return this.#in(tx[CARRIED])
  }

  /** What is outside of transactions may carry something too. */
  find(db: Db): State | undefined {
    return db[CARRIED] && this.#in(db[CARRIED])
  }

  put(db: Db, state: State): void {
    if (!db[CARRIED]) throw new Error('Only what begins with `carrying` can be given something to carry')
    db[CARRIED].states.set(this, state)
  }

  #in({ states, around }: Carried): State {
    if (!states.has(this)) states.set(this, this.#kind.begin(around && this.#in(around)))
    // Nothing else is ever put there.
    return states.get(this) as State
  }

  isSettled(when: (typeof SETTLED)[number]): boolean {
    return this.#kind.settling?.when === when
  }

  async settle(tx: Tx): Promise<void> {
    await this.#kind.settling?.settle(tx, this.of(tx))
  }

  join(carried: Carried): void {
    if (carried.around) this.#kind.join?.(this.#in(carried.around), this.#in(carried))
  }
}

/** Lets `db` carry something: of its own, or as an attempt within the transaction around it. */
export const carrying = (db: Db, around?: Tx): Tx =>
  Object.assign(db, { [CARRIED]: { around: around?.[CARRIED], states: new Map() } })

/** Writes what is written at the end of a transaction. */
export async function settle(tx: Tx): Promise<void> {
  for (const when of SETTLED)
    for (const slot of slotsOf(tx[CARRIED])) if (slot.isSettled(when)) await slot.settle(tx)
}

/** Hands over what an attempt carries to the transaction around it. */
export function joinAround(attempt: Tx): void {
  for (const slot of slotsOf(attempt[CARRIED])) slot.join(attempt[CARRIED])
}

const slotsOf = ({ states }: Carried): Slot<unknown>[] =>
  [...states.keys()].filter((key) => key instanceof Slot)
