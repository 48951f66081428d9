import { useState } from 'react'
import { problemOf } from '../../data/service/errors.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'

interface ActButtonProps {
  label: string
  /** What was asked for is under way. */
  isUnderWay: boolean
  act: () => Promise<unknown>
  done: string
}

/** Starts something that takes its time, and waits for it. */
export function ActButton({ label, isUnderWay, act, done }: ActButtonProps) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
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
    <Button busy={busy || isUnderWay} onClick={() => void run()}>
      {label}
    </Button>
  )
}
