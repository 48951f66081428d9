import type { Ctx } from '../../platform/context.ts'
import { takeNews } from './queries.ts'

/** Gives how many damaged chunks became whole again since this was asked last. */
export const takeHealed = (ctx: Ctx): Promise<number> => ctx.db.write((tx) => takeNews(tx, 1))
