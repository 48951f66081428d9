import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import { installationSecret } from '../../platform/installation/secret.ts'
import type { NoticeSource } from './compose.ts'

export const STOP_PATH = '/notices/stop'
/** More would make addresses too long for some mail programs; all of a kind can be stopped in any case. */
const MAX_SOURCES = 20

const LETTERS = { link_downloaded: 'd', link_uploaded: 'u', share_changed: 's' } as const
const WORD = /^([dus])([1-9][0-9]{0,15})?$/

/** A source in one short word, as addresses and forms have it. */
export function sourceWord(source: NoticeSource): string {
  const id = source.kind === 'share_changed' ? source.rootId : source.linkId
  return `${LETTERS[source.kind]}${id ?? ''}`
}

export function readSource(word: string): NoticeSource | undefined {
  const [, letter, digits] = WORD.exec(word) ?? []
  const id = digits === undefined ? undefined : Number(digits)
  if (letter === 's') return { kind: 'share_changed', rootId: id as RootId | undefined }
  if (letter === undefined) return undefined
  return {
    kind: letter === 'd' ? 'link_downloaded' : 'link_uploaded',
    linkId: id as SharelinkId | undefined,
  }
}

/** Who may stop what: nothing is kept for it, and nobody can make one up. */
export interface Stop {
  personId: PersonId
  sources: readonly NoticeSource[]
}

/** What addresses are signed with. Asked for outside of transactions. */
export const stopKey = (ctx: Ctx): Promise<string> => installationSecret(ctx, 'notices')

export function stopAddress(ctx: Pick<Ctx, 'publicUrl'>, key: string, { personId, sources }: Stop): string {
  const words = [String(personId), ...sources.slice(0, MAX_SOURCES).map(sourceWord)].join('.')
  return `${ctx.publicUrl}${STOP_PATH}?token=${words}.${sign(key, words)}`
}

export function readStop(key: string, token: string): Stop | undefined {
  const end = token.lastIndexOf('.')
  const words = token.slice(0, Math.max(0, end))
  const given = Buffer.from(token.slice(end + 1))
  const right = Buffer.from(sign(key, words))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const [personId, ...sources] = words.split('.')
  return {
    personId: Number(personId) as PersonId,
    sources: sources.map(readSource).filter((source) => source !== undefined),
  }
}

const sign = (key: string, words: string): string =>
  createHmac('sha256', key).update(`stop notices ${words}`).digest('base64url')
