import { useEffect, useState } from 'react'
import { signOut } from '../data/account/sign-out.ts'
import { stateNow, tell } from '../files/upload/runner.ts'
import { activeOf } from '../files/upload/words.ts'
import { workWords } from '../messages/work-words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** What would not be uploaded any more. */
function unfinished(): number {
  const state = stateNow()
  const { asking, lost } = state.sums.counts
  return activeOf(state) + asking + lost
}

/** Signs out: at once, unless that would end uploads, which is asked first. */
export function SignOut({ onClose }: { onClose: () => void }) {
  const [count] = useState(unfinished)
  const [isAsked, setAsked] = useState(count > 0)
  useEffect(() => {
    if (isAsked) return
    // Nothing is under way any more, so that the browser does not ask once more.
    tell({ type: 'cancelled' })
    void signOut().finally(() => location.assign('/account/sign-in'))
  }, [isAsked])
  if (!isAsked) return null
  const words = workWords().signOut
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.stay}</Button>
          <Button kind="bad" icon="signOut" onClick={() => setAsked(false)}>
            {words.go}
          </Button>
        </>
      }
    >
      <p>{words.unfinished(count)}</p>
    </Dialog>
  )
}
