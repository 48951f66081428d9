import { createHmac, timingSafeEqual } from 'node:crypto'
import { refuse } from '../../errors.ts'
import { parseJson } from '../basics/parse-json.ts'
import type { Place } from '../db/table/listed.ts'
import type { Epoch } from '../installation/epoch.ts'

/** What a cursor says: where a page begins, and whether it goes towards the beginning. */
export interface Turn {
  place: Place
  back: boolean
}

const SIGNATURE_LENGTH = 22

/** A place as a text that only holds for the same list with the same search, sort and filters, which are `list`. */
export function sealTurn({ key }: Epoch, list: string, { place, back }: Turn): string {
  const body = Buffer.from(JSON.stringify([back ? 1 : 0, place.key, place.id])).toString('base64url')
  return `${body}.${signatureOf(key, list, body)}`
}

/** `invalid_request` for what was sealed for another list, made up, or sealed before a restore: whoever has it begins again. */
export function openTurn({ key }: Epoch, list: string, text: string): Turn {
  const [, body = '', signature = ''] = /^([\w-]+)\.([\w-]{22})$/.exec(text) ?? []
  const right = signatureOf(key, list, body)
  if (!timingSafeEqual(Buffer.from(right), Buffer.from(signature.padEnd(SIGNATURE_LENGTH))))
    refuse('cursor', 'no longer valid; begin again without it')
  const [back, place, id] = parseJson(Buffer.from(body, 'base64url').toString()) as [number, string, number]
  return { place: { key: place, id }, back: back === 1 }
}

const signatureOf = (key: string, list: string, body: string): string =>
  createHmac('sha256', key).update(`table ${list} ${body}`).digest('base64url').slice(0, SIGNATURE_LENGTH)
