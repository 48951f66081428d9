import type { Sharelink } from '@holdfast/api/sharing/links'
import { formatDate } from '@holdfast/api/time'
import { itemOf, type SharedItem } from '../../core/sharing/item.ts'
import { endOf, type ItemLinks, sorted } from '../../core/sharing/link-state.ts'
import { problemOf } from '../../data/service/errors.ts'
import { changeLink, type LinkChange, makeLink } from '../../data/sharing/links.ts'
import { loadOwnSharing } from '../../data/sharing/requests.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { toast } from '../../platform/toasts.ts'
import { openShare } from './open-share.ts'

/** Links as people change them: done at once, shown in a corner, with the way back. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    toast(problemOf(error).words, { bad: true })
    return undefined
  }
}

/** Gives the link as it is then; undefined where it was refused, which is reported. */
export const saveLink = (link: Sharelink, change: LinkChange, back: LinkChange | undefined, done: string) =>
  attempt(async () => {
    const saved = await changeLink(link.id, change)
    toast(done, { ...(back && { undo: async () => void (await changeLink(link.id, back)) }) })
    return saved
  })

/** It is made private, so that the same address can be turned on again. */
export const turnOff = (link: Sharelink) =>
  saveLink(
    link,
    { login_required: true },
    { login_required: false },
    t.share.turnedOff(shownName(itemOf(link).name)),
  )

/** The one that was on before has an address that some may know already: it is taken again. */
export const turnOn = (item: SharedItem, { off }: ItemLinks) =>
  attempt(async () => {
    const link = off
      ? await changeLink(off.id, { login_required: false })
      : await makeLink(item, { login_required: false })
    toast(t.share.turnedOn(shownName(item.name)), {
      undo: async () => void (await changeLink(link.id, { login_required: true })),
    })
    return link
  })

/**
 * Puts an address into the clipboard that may have to be asked for first: a browser lets pages do so right after a key or
 * a click, and waits for what is promised then.
 */
async function copyPromised(address: Promise<string>): Promise<void> {
  const text = address.then((url) => new Blob([url], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
}

/** One press for a link in the clipboard. Where there is none that works and none can be made for anyone, the dialog opens. */
export async function copyLink(item: SharedItem, signInOnly: boolean): Promise<void> {
  const made: { link?: Sharelink } = {}
  const find = async (): Promise<string> => {
    const { open, people, off } = sorted((await loadOwnSharing(item)).links, signInOnly)
    const known = open ?? (signInOnly ? people : undefined)
    // An address that opens nothing is of no use to anybody.
    if (known ? endOf(known, formatDate(now())) : signInOnly) throw new NotAtOnce()
    if (known) return known.url
    made.link = off
      ? await changeLink(off.id, { login_required: false })
      : await makeLink(item, { login_required: false })
    return made.link.url
  }
  const finding = find()
  const isCopied = await copyPromised(finding).then(
    () => true,
    () => false,
  )
  try {
    await finding
    const { link } = made
    // What could not be copied for the page stands in the dialog.
    if (!isCopied) return openShare(item)
    if (!link) return toast(t.share.copied)
    toast(t.share.madeAndCopied(shownName(item.name)), {
      undo: async () => void (await changeLink(link.id, { login_required: true })),
    })
  } catch (error) {
    if (error instanceof NotAtOnce) return openShare(item)
    toast(problemOf(error).words, { bad: true })
  }
}

/** Something is to be decided first. */
class NotAtOnce extends Error {
  override name = 'NotAtOnce'
}
