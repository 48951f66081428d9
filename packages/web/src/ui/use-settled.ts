import { useEffect, useState } from 'react'

/** What is typed is asked for once it rests: not by every letter. */
export const REST_MS = 150

/** The value as it was when it last rested. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
