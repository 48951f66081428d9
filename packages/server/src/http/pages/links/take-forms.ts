import type { EntryId } from '@holdfast/api/ids'
import { allows } from '../../../access/permissions.ts'
import { ApiError, fail } from '../../../errors.ts'
import type { IncomingFile } from '../../../files/writing/upload-file.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { EntryKind } from '../../../platform/db/tables/files.ts'
import {
  createSharedFolder,
  deleteShared,
  uploadShared,
} from '../../../sharing/shared-content/change-shared.ts'
import { openLink } from '../../../sharing/shared-content/open-link.ts'
import { type Page, type PageAnswer, wordsOf } from '../frame/page-frame.ts'
import { type Arrival, arrive, type Browser } from './arrive.ts'
import { deletePage } from './delete-page.ts'
import { asksForPassword, meetingAtLink } from './meetings.ts'
import { passwordPage } from './problem-pages.ts'
import { reasonFor } from './reason-for.ts'
import { fileOf } from './show-file.ts'
import { folderOf, listingOf, showFolder } from './show-folder.ts'
import type { Refused } from './upload-part.ts'

const FIRST_PAGE = listingOf(new URLSearchParams())

/** Right: where to go with the ticket. Wrong: the form again. */
export async function takePassword(
  ctx: Ctx,
  browser: Browser,
  password: string,
): Promise<Page | { location: string; ticket?: { linkId: number; value: string } }> {
  try {
    await arrive(ctx, browser)
    return { location: browser.page }
  } catch (error) {
    if (!asksForPassword(error)) throw error
  }
  try {
    const { link, ticket } = await openLink(ctx, browser.caller, { hash: browser.hash }, password)
    return { location: browser.page, ticket: { linkId: link.id, value: ticket } }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'access_denied') throw error
    const meeting = await meetingAtLink(ctx, browser)
    const problem = wordsOf(meeting.look).linkProblems.passwordWrong
    return passwordPage(meeting, { status: error.status, problem })
  }
}

export async function takeNewFolder(
  ctx: Ctx,
  arrival: Arrival,
  folderId: EntryId,
  name: string,
): Promise<PageAnswer> {
  try {
    const made = await createSharedFolder(ctx, arrival.visit, folderId, name)
    return { location: arrival.shown.addresses.folder(made.id) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return showFolder(ctx, arrival, folderId, FIRST_PAGE, {
      status: error.status,
      problem: reasonFor(arrival.shown.look, error),
    })
  }
}

/** Takes the files of a form into a folder one by one: that one is refused stops no other. */
export class TakenFiles {
  readonly #ctx: Ctx
  readonly #arrival: Arrival
  readonly #folderId: EntryId
  readonly #refused: Refused[] = []
  #status = 400
  #added = 0

  constructor(ctx: Ctx, arrival: Arrival, folderId: EntryId) {
    // People who may not add files learn it before all of it is sent.
    if (!allows(arrival.visit.access.permissions, 'FILE_ADD')) fail('forbidden')
    this.#ctx = ctx
    this.#arrival = arrival
    this.#folderId = folderId
  }

  async take(name: string, incoming: IncomingFile): Promise<void> {
    try {
      await uploadShared(this.#ctx, this.#arrival.visit, { folderId: this.#folderId }, incoming)
      this.#added++
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (this.#refused.length === 0) this.#status = error.status
      this.#refused.push({ name, why: reasonFor(this.#arrival.shown.look, error) })
    }
  }

  async answer(): Promise<PageAnswer> {
    const { addresses, look } = this.#arrival.shown
    const here = addresses.folder(this.#folderId)
    if (this.#refused.length === 0 && this.#added > 0) return { location: `${here}?added=${this.#added}` }
    const t = wordsOf(look).links
    const problem = this.#refused.length === 0 ? t.chooseFirst : t.notAll
    return showFolder(this.#ctx, this.#arrival, this.#folderId, FIRST_PAGE, {
      status: this.#status,
      problem,
      refused: this.#refused,
    })
  }
}

/** The item, and the folder that it is in. */
async function itemOf(ctx: Ctx, arrival: Arrival, kind: EntryKind, id: EntryId) {
  const item = kind === 'file' ? await fileOf(ctx, arrival, id) : await folderOf(ctx, arrival, id)
  const above = item.ancestors?.at(-1)
  const { addresses } = arrival.shown
  return {
    item,
    back: above?.type === 'folder' ? `${addresses.folder(above.id)}?page=1` : addresses.topAgain,
  }
}

export async function askToDelete(ctx: Ctx, arrival: Arrival, kind: EntryKind, id: EntryId): Promise<Page> {
  if (!allows(arrival.visit.access.permissions, 'FILE_DELETE')) fail('forbidden')
  const { item, back } = await itemOf(ctx, arrival, kind, id)
  return deletePage(arrival.shown, item, back)
}

export async function takeDeletion(
  ctx: Ctx,
  arrival: Arrival,
  kind: EntryKind,
  id: EntryId,
): Promise<PageAnswer> {
  const { back } = await itemOf(ctx, arrival, kind, id)
  await deleteShared(ctx, arrival.visit, id, kind)
  return { location: back }
}
