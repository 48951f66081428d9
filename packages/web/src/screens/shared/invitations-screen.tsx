import { useInvitations } from '../../data/sharing/invitations.ts'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Invitations } from './invitations.tsx'
import './shared.css'

/** To team shares of other organizations, where mails about them lead. */
export function InvitationsScreen() {
  const { data, error, isLoadingError, refetch } = useInvitations(true)
  if (isLoadingError) return <ProblemScreen error={error} onRetry={() => void refetch()} />
  return (
    <section className="screen" aria-busy={!data}>
      <h1>{t.share.shared.invitations}</h1>
      {data && <Invitations all={data} waitingTitle={t.share.shared.toAnswer} />}
      {data?.length === 0 && (
        <div className="empty">
          <Icon name="people" large />
          <h2>{t.share.shared.noInvitations}</h2>
          <p>{t.share.shared.noInvitationsHint}</p>
        </div>
      )}
    </section>
  )
}
