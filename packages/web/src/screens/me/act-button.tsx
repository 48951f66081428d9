import { useState } from 'react'
import { toast } from '../../app/toasts.ts'
import { problemOf } from '../../data/errors.ts'
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
