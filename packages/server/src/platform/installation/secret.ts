import type { Ctx } from '../context.ts'
import { findSecret, insertSecret } from './queries.ts'

/** A secret that all servers of the installation share, made when it is first asked for. */
export async function installationSecret(ctx: Ctx, name: string): Promise<string> {
  const known = await findSecret(ctx.db.read, name)
  if (known !== undefined) return known
  const made = ctx.random(32).toString('base64url')
  await ctx.db.write((tx) => insertSecret(tx, name, made))
  return (await findSecret(ctx.db.read, name)) as string
}
