import { useEffect, useRef } from 'react'
import { isOutage } from '../../data/service/errors.ts'
import { returns } from '../../platform/connection.ts'

/** What failed because the server was away is tried again as soon as it is back. */
export function useReturn(error: unknown, onRetry: (() => void) | undefined): void {
  const retry = useRef(onRetry)
  retry.current = onRetry
  const passes = isOutage(error)
  useEffect(() => (passes ? returns.add(() => retry.current?.()) : undefined), [passes])
}
