import type { Tx } from '../database.ts'
import { gramIndexOf } from '../gram-index/index-of.ts'

export const up = (tx: Tx): Promise<void> => gramIndexOf(tx).create(tx)
