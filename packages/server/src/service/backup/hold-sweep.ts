import { hostname } from 'node:os'
import { formatUtc, type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { BACKING_UP } from '../words/backup.ts'
import { BackupError } from './place/backup-error.ts'
import { deleteHold, findHold, type Hold, insertHold, replaceHold } from './queries.ts'

/** Much longer than this process may be too busy to renew it. */
const HOLD_MS = 15 * MINUTE_MS
const RENEW_MS = MINUTE_MS

/**
 * Keeps the sweeps of all servers from deleting anything, and other backups of this installation from beginning, until the
 * work is over. Lapses when this process is killed: at once for another on this machine.
 */
export async function holdingSweep<T>(
  ctx: Pick<Ctx, 'db' | 'now' | 'random'>,
  work: () => Promise<T>,
): Promise<T> {
  const holder = `${hostname()} ${process.pid} ${ctx.random(6).toString('hex')}`
  let held = await take(ctx, holder)
  const renew = async () => {
    const next = { holder, until: ctx.now() + HOLD_MS }
    if (await ctx.db.write((tx) => replaceHold(tx, held, next))) held = next
  }
  // One that fails is tried again in time; what it protects from takes days.
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS).unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await ctx.db.write((tx) => deleteHold(tx, holder))
  }
}

/** Whether a backup of this installation is under way, by anybody. */
export async function isHeld({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<boolean> {
  const hold = await findHold(db.read)
  return hold !== undefined && isLive(hold, now())
}

const isLive = ({ until, holder }: Hold, now: Instant): boolean => until > now && isAlive(holder)

async function take({ db, now }: Pick<Ctx, 'db' | 'now'>, holder: string): Promise<Hold> {
  const own = { holder, until: now() + HOLD_MS }
  const before = await findHold(db.read)
  if (before && isLive(before, now())) throw underWay(before)
  const taken = await db.write((tx) => (before ? replaceHold(tx, before, own) : insertHold(tx, own)))
  if (!taken) throw underWay(await findHold(db.read))
  return own
}

function underWay(hold: Hold | undefined): BackupError {
  const [host = '', pid = ''] = hold?.holder.split(' ') ?? []
  return new BackupError(BACKING_UP.alreadyRunning(hold && { host, pid, until: formatUtc(hold.until) }))
}

/** Of another machine nobody knows. */
function isAlive(holder: string): boolean {
  const [host, pid] = holder.split(' ')
  if (host !== hostname()) return true
  try {
    return Number(pid) !== process.pid && process.kill(Number(pid), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
