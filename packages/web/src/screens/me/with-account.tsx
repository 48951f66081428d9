import type { ComponentType } from 'react'
import type { Session } from '../../data/service/session.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { type Account, useAccount } from './own-account.ts'
import { Waiting } from './paged.tsx'

/** Something about a person that is drawn once the service has answered. */
export const withAccount = (Shown: ComponentType<{ session: Session; account: Account }>) =>
  function WithAccount({ session }: { session: Session }) {
    const { data, error, refetch } = useAccount()
    if (data) return <Shown session={session} account={data} />
    return error ? <ProblemScreen error={error} onRetry={() => void refetch()} /> : <Waiting />
  }
