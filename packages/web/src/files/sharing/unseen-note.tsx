import { addsUnseen } from '../../core/sharing/own-role.ts'
import { useOwnShares } from '../../data/sharing/shares.ts'
import { beginWords } from '../../messages/begin-words.ts'
import { fewNames } from './whom-to-ask.tsx'

/** The team shares where one adds files and sees none. */
export const useUnseenShares = (): readonly string[] =>
  [...(useOwnShares().data?.values() ?? [])]
    .filter(({ permissions }) => addsUnseen(permissions))
    .map(({ root }) => root.name)

/** What is not in a list of changes, although it may have happened. */
export const UnseenNote = ({ shares }: { shares: readonly string[] }) =>
  shares.length > 0 && (
    <p className="soft">
      <bdi>{beginWords().added.unseen(fewNames(shares))}</bdi>
    </p>
  )
