import type { Permission } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { ownRoleOf } from '../../core/sharing/own-role.ts'
import { ownOrganizationId } from '../../data/service/session.ts'
import { useOwner } from '../../data/sharing/owner.ts'
import { beginWords } from '../../messages/begin-words.ts'
import { shownName } from '../../messages/format.ts'
import { HintButton } from '../../ui/hint-button.tsx'
import { WhomToAsk } from './whom-to-ask.tsx'

interface RoleBadgeProps {
  root: RootId
  permissions: readonly Permission[]
}

/** What one may do in a team share, in a few words; what that means and whom to ask, at a press. */
export function RoleBadge({ root, permissions }: RoleBadgeProps) {
  const role = ownRoleOf(permissions)
  if (!role) return null
  const words = beginWords().role
  return (
    <HintButton label={words.badge[role]}>
      <p>{words.means[role]}</p>
      <WhoseIsIt root={root} />
      <WhomToAsk root={root} manages={permissions.includes('FILE_MANAGE')} />
    </HintButton>
  )
}

/** Of an organization that is not one's own. */
function WhoseIsIt({ root }: { root: RootId }) {
  const owner = useOwner(root)
  if (!owner || owner.id === ownOrganizationId()) return null
  return (
    <p>
      <bdi>{beginWords().role.belongsTo(shownName(owner.name))}</bdi>
    </p>
  )
}
