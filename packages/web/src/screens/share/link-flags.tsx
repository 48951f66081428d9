import type { FolderSharelink, Sharelink } from '@holdfast/api/sharing/links'
import { useState } from 'react'
import { itemOf, sharedBy } from '../../core/sharing/item.ts'
import type { LinkChange } from '../../data/sharing/links.ts'
import { saveLink } from '../../files/sharing/link-acts.ts'
import { openRequest } from '../../files/sharing/open-request.ts'
import { shownName } from '../../messages/format.ts'
import { settingWords } from '../../messages/link-settings.ts'
import { requestWords } from '../../messages/request-words.ts'
import { Button } from '../../ui/button.tsx'

interface LinkFlagsProps {
  link: Sharelink
  about: 'uploads' | 'emails'
}

/** What is on or off. Each change is saved at once. */
export function LinkFlags({ link, about }: LinkFlagsProps) {
  const words = settingWords()
  const { done } = words
  const name = shownName(itemOf(link).name)
  const folder = link.type === 'folder_sharelink' ? link : undefined
  const save = (change: LinkChange, said: string) => saveLink(link, change, flagsOf(link), said)
  const email = (flag: 'download_notify' | 'upload_notify', label: string, isOn: boolean) => (
    <Flag
      words={label}
      value={isOn}
      onSave={(next) => save({ [flag]: next }, next ? done.emails(name) : done.noEmails(name))}
    />
  )
  if (about === 'emails')
    return (
      <>
        {email('download_notify', words.aboutDownloads, link.download_notify)}
        {folder && email('upload_notify', words.aboutUploads, folder.upload_notify)}
      </>
    )
  if (!folder) return null
  const item = sharedBy(folder)
  // Who only adds may add; who may not add any more may look again.
  return (
    <>
      {!folder.login_required && (
        <Flag
          words={words.mayAdd}
          value={folder.anon_edit}
          onSave={(next) =>
            save(
              next ? { anon_edit: true } : { anon_edit: false, upload_only: false },
              next ? done.adds(name) : done.looks(name),
            )
          }
        />
      )}
      <Flag
        words={words.dropOnly}
        value={folder.upload_only}
        onSave={(next) =>
          save({ upload_only: next }, next ? done.drops(name) : afterDrops(folder, name, done))
        }
      />
      {folder.upload_only && item && (
        <p className="setting-more">
          <Button icon="mail" onClick={() => void openRequest(item, folder.id)}>
            {requestWords().turnInto}
          </Button>
          <small>{requestWords().turnIntoHint}</small>
        </p>
      )}
    </>
  )
}

type Done = ReturnType<typeof settingWords>['done']
/** Those who could only add may add still, where the link is open to them. */
const afterDrops = ({ anon_edit, login_required }: FolderSharelink, name: string, done: Done): string =>
  anon_edit && !login_required ? done.adds(name) : done.looks(name)

const flagsOf = (link: Sharelink): LinkChange => ({
  download_notify: link.download_notify,
  anon_edit: link.anon_edit,
  ...(link.type === 'folder_sharelink' && {
    upload_notify: link.upload_notify,
    upload_only: link.upload_only,
  }),
})

interface FlagProps {
  words: string
  value: boolean
  onSave: (value: boolean) => Promise<unknown>
}

/** Shows what was chosen while it is being saved. */
function Flag({ words, value, onSave }: FlagProps) {
  const [pending, setPending] = useState<boolean>()
  return (
    <label className="setting-flag" aria-busy={pending !== undefined}>
      <input
        type="checkbox"
        checked={pending ?? value}
        onChange={({ target }) => {
          setPending(target.checked)
          void onSave(target.checked).finally(() => setPending(undefined))
        }}
      />
      {words}
    </label>
  )
}
