import type { GuestAction } from '@holdfast/api/accounts/account-bulk'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { plan } from '../../data/console/bulk.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import type { BarAction } from '../parts/bulk-bar.tsx'
import { BulkDialog } from '../parts/bulk-dialog.tsx'
import type { Chosen } from '../parts/list-screen.tsx'
import { MessageFields } from '../parts/message-fields.tsx'
import { runBulk } from '../parts/run-bulk.ts'

export interface GuestsWish extends Chosen {
  action: GuestAction
}

export function guestsActions(onWish: (action: GuestAction) => void): readonly BarAction[] {
  const words = consoleWords().bulk.guests
  return [
    { id: 'message', icon: 'mail', label: words.message?.label ?? '', run: () => onWish('message') },
    { id: 'delete', icon: 'trash', bad: true, label: words.delete?.label ?? '', run: () => onWish('delete') },
  ]
}

/** The question that belongs to what somebody wants to do with several guests. */
export function GuestsBulk({
  place,
  wish: { action, selection, state, onDone },
  onClose,
}: {
  place: OrganizationMay
  wish: GuestsWish
  onClose: () => void
}) {
  const words = consoleWords().bulk.guests[action]
  const [message, setMessage] = useState({ subject: '', text: '' })
  const where = { kind: 'guests' as const, organization: place.id, below: state.below }
  const act = { action, values: action === 'message' ? message : {} }
  if (!words) return null
  return (
    <BulkDialog
      words={words}
      {...(action === 'message' && { fields: <MessageFields message={message} onChange={setMessage} /> })}
      bad={action === 'delete'}
      plan={() => plan(where, act, selection, state)}
      run={(ids) => {
        onDone()
        void runBulk({ where, act, ids, words })
      }}
      onClose={onClose}
    />
  )
}
