import type { Invitation } from '@holdfast/api/sharing/shares'
import { useState } from 'react'
import { Link } from 'wouter'
import { ApiClientError } from '../../data/service/api.ts'
import { problemOf } from '../../data/service/errors.ts'
import { answer } from '../../data/sharing/invitations.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

const nameOf = ({ name }: Invitation): string => shownName(name) || t.share.shared.unnamed

/** Those that wait for an answer first, then the shares of others that one is in, then what was declined. */
export function Invitations({
  all,
  waitingTitle = t.share.shared.invitations,
}: {
  all: readonly Invitation[]
  /** Of those that wait. */
  waitingTitle?: string
}) {
  const by = (status: Invitation['status']) => all.filter((one) => one.status === status)
  return (
    <>
      <Part title={waitingTitle} some={by('invited')} />
      <Part title={t.share.shared.others} some={by('accepted')} />
      <Part title={t.share.shared.declinedBefore} some={by('declined')} />
    </>
  )
}

function Part({ title, some }: { title: string; some: readonly Invitation[] }) {
  if (some.length === 0) return null
  return (
    <section className="shared-part">
      <h2>{title}</h2>
      <ul className="cards">
        {some.map((one) => (
          <li key={one.root_id}>
            <One invitation={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function One({ invitation }: { invitation: Invitation }) {
  const [busy, setBusy] = useState<'accept' | 'decline'>()
  const words = t.share.shared
  const { root_id, status, role } = invitation
  const name = nameOf(invitation)
  const isUnproven = invitation.name === ''
  const reply = async (how: 'accept' | 'decline') => {
    setBusy(how)
    try {
      await answer(root_id, how)
      if (how === 'accept') toast(words.accepted(name))
      else if (status === 'invited') toast(words.declined(name))
      else toast(words.left(name), { undo: () => answer(root_id, 'accept') })
    } catch (error) {
      const mustProve = error instanceof ApiClientError && error.body.unproven === true
      toast(mustProve ? words.mailed : problemOf(error).words, { bad: !mustProve })
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <div className="card shared-card">
      <Icon name="people" />
      <span className="shared-words">
        <strong>
          {status === 'accepted' ? (
            <Link href={`/files/${root_id}/0`}>
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
        </strong>
        <small>
          <bdi>
            {isUnproven
              ? words.unproven
              : words.invited(shownName(invitation.invited_by), shownName(invitation.company_name))}
          </bdi>
        </small>
        <small>{words.asRole(t.share.roles[role], t.share.roleMay[role])}</small>
        <span className="shared-acts">
          {status !== 'accepted' && (
            <Button
              kind={status === 'invited' ? 'primary' : 'plain'}
              busy={busy === 'accept'}
              onClick={() => void reply('accept')}
            >
              {status === 'invited' ? words.accept : words.acceptAfterAll}
            </Button>
          )}
          {status !== 'declined' && (
            <Button busy={busy === 'decline'} onClick={() => void reply('decline')}>
              {status === 'invited' ? words.decline : words.leave}
            </Button>
          )}
        </span>
      </span>
    </div>
  )
}
