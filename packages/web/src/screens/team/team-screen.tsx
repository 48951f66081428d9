import type { RootId } from '@holdfast/api/ids'
import type { PersonShare } from '@holdfast/api/sharing/reach'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Place, rootsOf, usePerson } from '../../data/files/places.ts'
import { mayCreateShares, mayInvitePeople, type Session } from '../../data/service/session.ts'
import { useOwnShares } from '../../data/sharing/shares.ts'
import { openInvite, openNewShare } from '../../files/sharing/open-new.ts'
import { openShare } from '../../files/sharing/open-share.ts'
import { beginWords } from '../../messages/begin-words.ts'
import { formatSize, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { DeleteDialog, RenameDialog } from './share-dialogs.tsx'
import './team.css'

type Doing = { what: 'rename' | 'delete'; share: PersonShare }

/** The team shares that someone is in, and what they may do with them. */
export function TeamScreen({ session }: { session: Session }) {
  const person = usePerson(session)
  const own = useOwnShares().data
  const [doing, setDoing] = useState<Doing>()
  const shares = rootsOf({ person }).filter(({ type }) => type === 'share')
  const sizes = new Map((person?.roots ?? []).map((root) => [root.id, root.space_used]))
  const close = () => setDoing(undefined)
  return (
    <section className="screen">
      <header className="team-head">
        <h1>{t.team.title}</h1>
        {shares.length > 0 && <Buttons />}
      </header>
      {shares.length === 0 ? (
        <div className="empty">
          <Icon name="people" large />
          <h2>{t.team.empty}</h2>
          <p>{mayCreateShares() ? beginWords().share.emptyHint : t.team.emptyHint}</p>
          <Buttons />
        </div>
      ) : (
        <ul className="cards">
          {shares.map((place) => (
            <Card
              key={place.id}
              place={place}
              size={sizes.get(place.id) ?? 0}
              share={own?.get(place.id as RootId)}
              onDo={setDoing}
            />
          ))}
        </ul>
      )}
      {doing?.what === 'rename' && <RenameDialog share={doing.share} onClose={close} />}
      {doing?.what === 'delete' && <DeleteDialog share={doing.share} onClose={close} />}
    </section>
  )
}

/** For those who may; whoever may not sees none. */
const Buttons = () => (
  <p className="team-buttons">
    {mayInvitePeople() && (
      <Button icon="person" onClick={openInvite}>
        {beginWords().invite.action}
      </Button>
    )}
    {mayCreateShares() && (
      <Button kind="primary" icon="add" onClick={openNewShare}>
        {beginWords().share.title}
      </Button>
    )}
  </p>
)

interface CardProps {
  place: Place
  size: number
  /** Undefined until it has come. */
  share: PersonShare | undefined
  onDo: (doing: Doing) => void
}

function Card({ place: { id, name, icon }, size, share, onDo }: CardProps) {
  const words = beginWords().share
  const items = (one: PersonShare): MenuItem[] => [
    {
      id: 'members',
      label: words.manage,
      icon: 'people',
      run: () => void openShare({ type: 'team', root: id, name }),
    },
    { id: 'rename', label: words.rename, icon: 'edit', run: () => onDo({ what: 'rename', share: one }) },
    ...(one.may_delete
      ? [
          {
            ...{ id: 'delete', label: words.delete, icon: 'trash' as const, bad: true },
            run: () => onDo({ what: 'delete', share: one }),
          },
        ]
      : []),
  ]
  return (
    <li className="team-card">
      <Link href={`/files/${id}/0`} className="card">
        <Icon name={icon} />
        <span>
          <strong>
            <bdi>{shownName(name)}</bdi>
          </strong>
          <small>{formatSize(size)}</small>
        </span>
      </Link>
      {share?.may_manage && (
        <MenuButton icon="more" label={t.files.actionsOf(shownName(name))} items={() => items(share)} />
      )}
    </li>
  )
}
