import { photosTaken, takePhoto } from '../../files/upload/uploading.ts'
import { shownName } from '../../messages/format.ts'
import { phoneWords } from '../../messages/phone-words.ts'
import { useWatched } from '../../platform/use-watched.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** After a photo, which is being uploaded by then: the next one is one press away. */
export function PhotoDialog() {
  const taken = useWatched(photosTaken)
  const words = phoneWords().photos
  const close = () => photosTaken.set(undefined)
  if (!taken) return null
  return (
    <Dialog
      title={words.title}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{words.done}</Button>
          <Button kind="primary" icon="image" onClick={() => takePhoto(taken.target)}>
            {words.another}
          </Button>
        </>
      }
    >
      <p role="status">{words.added(taken.count, shownName(taken.target.name))}</p>
    </Dialog>
  )
}
