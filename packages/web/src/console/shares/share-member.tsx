import { ROLES } from '@holdfast/api/sharing/shares'
import { consoleAddress } from '../../core/console/places.ts'
import { devicesFor, listsBefore, type Member, withChange, withMembers } from '../../core/sharing/members.ts'
import { changeShareMembers } from '../../data/console/shares.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { Facts } from '../parts/fact-rows.tsx'
import type { SharePart } from './share-part.ts'

/** A member with its role and where the files go, both to be chosen by those who may. */
export function ShareMember({
  place,
  root,
  share,
  member,
  mayChange,
}: SharePart & { member: Member; mayChange: boolean }) {
  const words = consoleWords().shares
  const name = shownName(member.name)
  const isExternal = member.kind === 'external'
  const save = async (change: Parameters<typeof withChange>[2], done: string) => {
    try {
      const before = await changeShareMembers(place.id, root, (lists) => withChange(lists, member, change))
      // Anyone who was invited from elsewhere would have to accept again: taking that back is no way back.
      const undo = () => changeShareMembers(place.id, root, () => listsBefore(before, member))
      toast(done, { ...(!(isExternal && change === 'remove') && { undo: async () => void (await undo()) }) })
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  }
  const inviteAgain = async () => {
    try {
      await changeShareMembers(place.id, root, (lists) =>
        withMembers(lists, [{ kind: 'external', email: member.name, name }], member.role, true),
      )
      toast(words.invited(name))
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  }
  const about = isExternal ? words.states[member.status] : member.kind === 'person' ? member.email : undefined
  const address =
    member.kind === 'external'
      ? undefined
      : consoleAddress(place.id, member.kind === 'person' ? 'people' : 'groups', { id: member.id })
  return (
    <li>
      <Facts name={name} address={address} facts={[about, !mayChange && t.share.roles[member.role]]} />
      {mayChange && (
        <span className="member-choices">
          {isExternal && member.status === 'declined' ? (
            <Button onClick={() => void inviteAgain()}>{words.inviteAgain}</Button>
          ) : (
            <>
              <Select
                label={t.share.roleOf(name)}
                isLabelUnseen
                value={member.role}
                options={ROLES}
                words={(role) => t.share.roles[role]}
                onChange={(role) => void save({ role }, t.share.memberChanged(name, shownName(share.name)))}
              />
              {!isExternal && (
                <Select
                  label={t.share.devicesOf(name)}
                  isLabelUnseen
                  value={member.devices}
                  options={devicesFor(member)}
                  words={(devices) => t.share.targets[devices]}
                  onChange={(devices) =>
                    void save({ devices }, t.share.memberChanged(name, shownName(share.name)))
                  }
                />
              )}
              <IconButton
                icon="close"
                label={consoleWords().groups.remove(name)}
                onClick={() => void save('remove', t.share.memberRemoved(name, shownName(share.name)))}
              />
            </>
          )}
        </span>
      )}
    </li>
  )
}
