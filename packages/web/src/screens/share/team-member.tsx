import type { RootId } from '@holdfast/api/ids'
import { ROLES } from '@holdfast/api/sharing/shares'
import { devicesFor, listsBefore, type Member, withChange } from '../../core/sharing/members.ts'
import { problemOf } from '../../data/service/errors.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { changeTeam, type Team } from '../../data/sharing/team.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'

interface TeamMemberProps {
  root: RootId
  /** What the team share is called. */
  share: string
  team: Team
  member: Member
}

/** Nobody takes the share from under their own feet: one's own row has no buttons. */
export function TeamMember({ root, share, team, member }: TeamMemberProps) {
  const name = shownName(member.name)
  const isOwn = member.kind === 'person' && member.id === ownPersonId()
  const isExternal = member.kind === 'external'
  const save = async (change: Parameters<typeof withChange>[2], done: string) => {
    try {
      const before = await changeTeam(root, team, (lists) => withChange(lists, member, change))
      // Anyone who was invited from elsewhere would have to accept again: taking that back is no way back.
      const undo = isExternal && change === 'remove' ? undefined : () => listsBefore(before, member)
      toast(done, { ...(undo && { undo: async () => void (await changeTeam(root, team, undo)) }) })
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  }
  const about = isExternal
    ? t.share.status[member.status]
    : member.kind === 'group'
      ? t.share.group
      : isOwn
        ? t.share.you
        : member.email
  return (
    <li className="share-person">
      <Icon name={member.kind === 'group' ? 'people' : 'person'} />
      <span className="share-who">
        <bdi>{name}</bdi>
        <small>
          <bdi>{about}</bdi>
        </small>
      </span>
      {isOwn ? (
        <span className="soft share-choices">{t.share.roles[member.role]}</span>
      ) : (
        <>
          <span className="share-choices">
            <Select
              label={t.share.roleOf(name)}
              isLabelUnseen
              value={member.role}
              options={ROLES}
              words={(role) => t.share.roles[role]}
              onChange={(role) => void save({ role }, t.share.memberChanged(name, share))}
            />
            {!isExternal && (
              <Select
                label={t.share.devicesOf(name)}
                isLabelUnseen
                value={member.devices}
                options={devicesFor(member)}
                words={(devices) => t.share.targets[devices]}
                onChange={(devices) => void save({ devices }, t.share.memberChanged(name, share))}
              />
            )}
          </span>
          <IconButton
            icon="close"
            label={t.share.remove(name)}
            onClick={() => void save('remove', t.share.memberRemoved(name, share))}
          />
        </>
      )}
    </li>
  )
}
