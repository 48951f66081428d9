import type { Sharelink } from '@holdfast/api/sharing/links'
import { problemOf } from '../../data/service/errors.ts'
import { eachLink } from '../../data/sharing/links.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { nameOf } from './link-name.tsx'

/** They ask for a sign-in from now on: only people can come whom they are shared with. The addresses stay, for the way back. */
export async function turnOffAll(links: readonly Sharelink[]): Promise<void> {
  const { done, failed } = await eachLink(links, { change: { login_required: true } })
  if (failed) toast(problemOf(failed).words, { bad: true })
  const [first] = done
  if (first)
    toast(t.share.links.turnedOff(done.length, nameOf(first)), {
      undo: async () => {
        const back = await eachLink(done, { change: { login_required: false } })
        if (back.failed) throw back.failed
      },
    })
}
