import type { SharelinkId } from '@holdfast/api/ids'
import type { Candidate } from '../../core/sharing/candidates.ts'
import { subscriberOf } from '../../core/sharing/link-state.ts'
import { withAccount } from '../../data/account/invite.ts'
import { codeOf, problemOf } from '../../data/service/errors.ts'
import { addSubscriber } from '../../data/sharing/links.ts'
import { shownName } from '../../messages/format.ts'
import { requestWords } from '../../messages/request-words.ts'
import { toast } from '../../platform/toasts.ts'
import { recipient } from './people-part.tsx'

/** Mails people the request, each with a link of their own. Gives those who could not be. */
export async function inviteTo(id: SharelinkId, chosen: readonly Candidate[]): Promise<readonly Candidate[]> {
  const left: Candidate[] = []
  const names: string[] = []
  for (const one of chosen)
    try {
      const added = await addSubscriber(id, recipient(await withAccount(one)), { write_access: false })
      names.push(shownName(subscriberOf(added).name))
    } catch (error) {
      // Anyone who was invited already needs nothing more.
      if (codeOf(error) === 'name_conflict') continue
      left.push(one)
      toast(problemOf(error).words, { bad: true })
    }
  // What is mailed cannot be called back.
  if (names.length > 0) toast(requestWords().invited(names.length, names[0] ?? ''))
  return left
}
