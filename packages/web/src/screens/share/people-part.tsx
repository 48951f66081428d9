import type { GroupId, SharelinkId } from '@holdfast/api/ids'
import type { SharelinkSubscriber } from '@holdfast/api/sharing/links'
import { type Ref, useState } from 'react'
import type { Candidate } from '../../core/sharing/candidates.ts'
import type { SharedItem } from '../../core/sharing/item.ts'
import { type ItemLinks, subscriberOf } from '../../core/sharing/link-state.ts'
import { withAccount } from '../../data/account/invite.ts'
import { codeOf, problemOf } from '../../data/service/errors.ts'
import {
  addSubscriber,
  changeSubscriber,
  makeLink,
  type Recipient,
  type Rights,
  removeSubscriber,
} from '../../data/sharing/links.ts'
import { PeopleField, type PeopleHandle } from '../../files/sharing/people-field.tsx'
import { shownName } from '../../messages/format.ts'
import { settingWords } from '../../messages/link-settings.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'

interface PeoplePartProps {
  item: SharedItem
  links: ItemLinks
  field: Ref<PeopleHandle>
}

const ACCESSES = ['look', 'edit', 'editDelete'] as const
const FILE_ACCESSES = ['look', 'edit'] as const satisfies Access[]
type Access = (typeof ACCESSES)[number]
const rightsOf = (access: Access, isFolder: boolean): Rights => ({
  write_access: access !== 'look',
  ...(isFolder && { delete_access: access === 'editDelete' }),
})
const accessOf = ({ write_access, delete_access }: SharelinkSubscriber): Access =>
  delete_access ? 'editDelete' : write_access ? 'edit' : 'look'

/** Those who come by signing in, through a link of their own. */
export function PeoplePart({ item, links, field }: PeoplePartProps) {
  const [chosen, setChosen] = useState<readonly Candidate[]>([])
  const [access, setAccess] = useState<Access>('look')
  const [message, setMessage] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { people } = links
  const subscribers = people?.subscribers ?? []
  const isFolder = item.type === 'folder'
  const send = async (whom: readonly Candidate[]) => {
    if (busy) return
    setBusy(true)
    const said = message?.trim()
    const left = await shareWith(item, links, whom, {
      ...rightsOf(access, isFolder),
      ...(said && { message: said }),
    })
    setBusy(false)
    // Anyone who was chosen meanwhile stays, and so does what was written for them.
    setChosen((now) => now.filter((one) => !whom.includes(one) || left.includes(one)))
    if (left.length === 0) setMessage((now) => (now === message ? undefined : now))
  }
  return (
    <section className="share-part">
      <PeopleField
        handle={field}
        chosen={chosen}
        onChange={setChosen}
        taken={subscribers.map(keyOfSubscriber)}
        invites="last"
        sending={{
          send,
          button: t.share.send,
          beside: (
            <>
              <Select
                label={t.share.access}
                isLabelUnseen
                value={access}
                options={isFolder ? ACCESSES : FILE_ACCESSES}
                words={(one) => t.share[one]}
                onChange={setAccess}
              />
              <Button kind="primary" type="submit" busy={busy}>
                {t.share.send}
              </Button>
            </>
          ),
        }}
      />
      <Message message={message} onChange={setMessage} />
      {people && subscribers.length > 0 && (
        <ul className="share-people" aria-label={t.share.withAccess}>
          {subscribers.map((one) => (
            <Subscriber key={one.id} link={people.id} {...{ one, item }} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface MessageProps {
  /** Undefined where none is wanted. */
  message: string | undefined
  onChange: (message: string) => void
}

/** For the email that they get. Most send none. */
const Message = ({ message, onChange }: MessageProps) =>
  message === undefined ? (
    <button type="button" className="share-more" onClick={() => onChange('')}>
      <Icon name="add" />
      {settingWords().addMessage}
    </button>
  ) : (
    <label className="share-message">
      <span>{t.share.message}</span>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it was asked for just now
        autoFocus
        rows={2}
        maxLength={4000}
        value={message}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )

export const keyOfSubscriber = (one: SharelinkSubscriber): string => {
  const { email } = subscriberOf(one)
  return email === undefined ? `group ${(one.subscriber as { id?: number }).id}` : email.toLowerCase()
}

interface SubscriberProps {
  link: SharelinkId
  one: SharelinkSubscriber
  item: SharedItem
}

function Subscriber({ link: id, one, item }: SubscriberProps) {
  const isFolder = item.type === 'folder'
  const { name, email } = subscriberOf(one)
  const shown = shownName(name)
  const access = accessOf(one)
  const rights = (which: Access) => rightsOf(which, isFolder)
  const change = (next: Access) =>
    told(
      changeSubscriber(id, one.id, rights(next)),
      t.share.changed(shown, shownName(item.name), t.share[next]),
      () => changeSubscriber(id, one.id, rights(access)),
    )
  const back = recipientOf(one)
  const remove = () =>
    told(
      removeSubscriber(id, one.id),
      t.share.removed(shown, shownName(item.name)),
      // Nobody gets a second mail because of a slip of the hand.
      back && (() => addSubscriber(id, back, { ...rights(access), notify: false })),
    )
  const about = [
    email !== name && email,
    one.subscriber_type === 'guest' && t.share.guest,
    one.subscriber_type === 'group' && t.share.group,
    t.share.seen(one.times_downloaded),
  ].filter(Boolean)
  return (
    <li className="share-person">
      <Icon name={one.subscriber_type === 'group' ? 'people' : 'person'} />
      <span className="share-who">
        <bdi>{shown}</bdi>
        <small>{about.join(' · ')}</small>
      </span>
      <span className="share-choices">
        <Select
          label={t.share.accessOf(shown)}
          isLabelUnseen
          value={access}
          options={isFolder ? ACCESSES : FILE_ACCESSES}
          words={(one) => t.share[one]}
          onChange={change}
        />
      </span>
      <IconButton icon="close" label={t.share.remove(shown)} onClick={remove} />
    </li>
  )
}

function recipientOf(one: SharelinkSubscriber): Recipient | undefined {
  const { email } = subscriberOf(one)
  if (email !== undefined) return { email }
  const { id } = one.subscriber as { id?: GroupId }
  return id === undefined ? undefined : { subscriber_type: 'group', subscriber_id: id }
}

function told(work: Promise<unknown>, done: string, undo?: () => Promise<unknown>): void {
  work.then(
    () => toast(done, { ...(undo && { undo: async () => void (await undo()) }) }),
    (error: unknown) => toast(problemOf(error).words, { bad: true }),
  )
}

/** Gives those who could not be added. */
async function shareWith(
  item: SharedItem,
  { people, off }: ItemLinks,
  chosen: readonly Candidate[],
  rights: Rights & { message?: string },
): Promise<readonly Candidate[]> {
  const left: Candidate[] = []
  const added: SharelinkSubscriber[] = []
  try {
    const isPlain = off && !off.has_password && off.expires === null && off.download_limit === null
    const link = people ?? (isPlain ? off : await makeLink(item, { login_required: true }))
    for (const one of chosen)
      try {
        added.push(await addSubscriber(link.id, recipient(await withAccount(one)), rights))
      } catch (error) {
        // Anyone who has it already needs nothing more.
        if (codeOf(error) === 'name_conflict') continue
        left.push(one)
        toast(problemOf(error).words, { bad: true })
      }
    const names = added.map((one) => shownName(subscriberOf(one).name))
    const undo = async () => {
      for (const { id } of added) await removeSubscriber(link.id, id)
    }
    if (added.length > 0) toast(t.share.added(added.length, names[0] ?? '', shownName(item.name)), { undo })
    return left
  } catch (error) {
    toast(problemOf(error).words, { bad: true })
    return chosen
  }
}

/** People by their address, too: in a share of another organization their number means nothing. */
export const recipient = (one: Candidate): Recipient =>
  one.kind === 'group' ? { subscriber_type: 'group', subscriber_id: one.id } : { email: one.email }
