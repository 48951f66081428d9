import { useState } from 'react'
import { problemOf } from '../../data/service/errors.ts'
import { toast } from '../../platform/toasts.ts'

/** Does one thing at a time; what goes wrong is said in the corner. */
export function useRun(): [busy: boolean, run: (work: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
    setBusy(false)
  }
  return [busy, run]
}
