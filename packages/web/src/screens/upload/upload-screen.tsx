import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { addressOfPlace, placeAt, TOP } from '../../core/addresses/routes.ts'
import type { Target } from '../../data/files/changes.ts'
import { rootsOf } from '../../data/files/places.ts'
import { keptNameOf } from '../../data/service/kept.ts'
import type { Session } from '../../data/service/session.ts'
import { ChooseFolder } from '../../files/folders/choose-folder.tsx'
import { emptyInbox, readInbox } from '../../files/upload/inbox.ts'
import { askForFiles } from '../../files/upload/uploading.ts'
import { addFiles, isRefused } from '../../files/upload/uploads.ts'
import { formatSize, shownName } from '../../messages/format.ts'
import { phoneWords } from '../../messages/phone-words.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import './upload.css'

const FEW = 6

/** Where files are to go that another app has shared, or that are chosen here before their folder is. */
export function UploadScreen({ session }: { session: Session }) {
  const words = phoneWords().upload
  const [files, setFiles] = useState<readonly File[]>()
  const [choosing, setChoosing] = useState(false)
  const [, navigate] = useLocation()
  const hasFailed = new URLSearchParams(useSearch()).has('failed')
  useEffect(() => {
    readInbox(keptNameOf(session)).then(setFiles, () => setFiles([]))
  }, [session])
  const add = (more: readonly File[]) => setFiles((now = []) => [...now, ...more])
  const upload = async ({ root, folder, name }: Target & { name: string }) => {
    // What could not be taken waits on: another app has no other copy of it.
    if (!(await addFiles({ root, folder, name }, files ?? []))) return
    await emptyInbox()
    navigate(addressOfPlace(placeAt(root, folder)), { replace: true })
  }
  const discard = async () => {
    await emptyInbox()
    setFiles([])
    toast(words.discarded)
  }
  const [first] = rootsOf(session)
  if (!files) return null
  const count = files.length
  return (
    <section className="screen upload-screen">
      <h1>{count > 0 ? words.shared(count) : words.title}</h1>
      {hasFailed && <p role="alert">{words.failed}</p>}
      <p className="soft">{count > 0 ? words.sharedHint : words.hint}</p>
      {count > 0 && (
        <ul className="upload-files">
          {files.slice(0, FEW).map((file, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
            <li key={n}>
              <FileIcon item={{ type: 'file', name: file.name }} />
              <bdi>{shownName(file.name)}</bdi>
              <span className="soft">{formatSize(file.size)}</span>
            </li>
          ))}
          {count > FEW && <li className="soft">{words.more(count - FEW)}</li>}
        </ul>
      )}
      <p className="upload-acts">
        {count > 0 && (
          <Button kind="primary" icon="folder" onClick={() => isRefused() || setChoosing(true)}>
            {words.choose}
          </Button>
        )}
        <Button
          kind={count > 0 ? 'plain' : 'primary'}
          icon="upload"
          onClick={() => askForFiles('files', add)}
        >
          {words.files}
        </Button>
        <Button icon="image" onClick={() => askForFiles('picture', add)}>
          {words.photo}
        </Button>
        {count > 0 && (
          <Button icon="trash" onClick={() => void discard()}>
            {words.discard}
          </Button>
        )}
      </p>
      {choosing && (
        <ChooseFolder
          title={words.chooseTitle(count)}
          words={words.here}
          from={first && { root: first.id, folder: TOP }}
          session={session}
          onChosen={upload}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}
