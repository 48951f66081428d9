import { type Growth, sumOf } from '../platform/content/growth.ts'
import type { Tx } from '../platform/db/database.ts'
import { Slot } from '../platform/db/slots.ts'

/** How roots have grown in a transaction, less how organizations have. */
const UNCHARGED = new Slot<Growth>({
  begin: () => ({ stored_size: 0, pending_size: 0 }),
  join: (around, own) => Object.assign(around, sumOf(around, own)),
  settling: {
    when: 'checks',
    settle: (_, { stored_size, pending_size }) => {
      if (stored_size !== 0 || pending_size !== 0)
        throw new Error(
          `Roots grew by ${stored_size} bytes in files and ${pending_size} on their way that no organization was charged for`,
        )
    },
  },
})

/** Code that grows a root calls this, and `noteCharged` with its organization: else the transaction is not committed. */
export const noteGrown = (tx: Tx, by: Partial<Growth>): void => note(tx, by, 1)

export const noteCharged = (tx: Tx, by: Partial<Growth>): void => note(tx, by, -1)

function note(tx: Tx, { stored_size = 0, pending_size = 0 }: Partial<Growth>, times: 1 | -1): void {
  const uncharged = UNCHARGED.of(tx)
  uncharged.stored_size += times * stored_size
  uncharged.pending_size += times * pending_size
}
