import type { Tx } from '../database.ts'

export async function up(tx: Tx): Promise<void> {
  await tx.schema.alterTable('organization').addColumn('brand_color', 'text').execute()
}
