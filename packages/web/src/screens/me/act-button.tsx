import { useState } from 'react'
import { problemOf } from '../../data/service/errors.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'

interface ActButtonProps {
  act: () => Promise<unknown>
  /** Said once it is done. */
  done: string
  words: string
  /** What it is about, for those who hear the button alone. */
  about: string
}

/** Does one thing, at once, and says so. */
export function ActButton({ act, done, words, about }: ActButtonProps) {
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    try {
      await act()
      toast(done)
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
    setBusy(false)
  }
  return (
    <Button busy={busy} aria-label={`${words}: ${about}`} onClick={() => void press()}>
      {words}
    </Button>
  )
}
