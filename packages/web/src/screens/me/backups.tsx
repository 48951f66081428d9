import { getInstallationBackup, type InstallationBackup } from '@holdfast/api/oversight/installation-backup'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../data/service/api.ts'
import { formatMoment } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Fact } from '../../ui/facts.tsx'
import { Waiting } from './paged.tsx'

/** How backups of the whole service are doing, and what proves them to be its own, for those who run it. */
export function Backups() {
  const { data, error, refetch } = useQuery({
    queryKey: ['installation', 'backup'],
    queryFn: ({ signal }) => call(getInstallationBackup, {}, { signal }),
    staleTime: 0,
  })
  if (!data) return error ? <ProblemScreen error={error} onRetry={() => void refetch()} /> : <Waiting />
  const words = t.account.backups
  return (
    <>
      <dl className="me-facts">
        <Fact label={words.state}>{stateOf(data)}</Fact>
        {data.place !== null && (
          <Fact label={words.location}>
            <bdi>{data.place}</bdi>
          </Fact>
        )}
        {data.newest_complete !== null && (
          <Fact label={words.newest}>{formatMoment(data.newest_complete)}</Fact>
        )}
        {data.error !== null && (
          <Fact label={words.error}>
            <bdi>{data.error}</bdi>
          </Fact>
        )}
      </dl>
      <h2>{words.fingerprint}</h2>
      <p className="soft">{words.fingerprintWhy}</p>
      <p className="me-key">
        <code>{data.fingerprint}</code>
      </p>
      <p className="me-buttons">
        <Button icon="copy" onClick={() => void copyText(data.fingerprint, words.copied)}>
          {words.copy}
        </Button>
      </p>
    </>
  )
}

function stateOf({ place, state, overdue }: InstallationBackup): string {
  const { states } = t.account.backups
  if (place === null) return states.off
  if (overdue) return states.overdue
  return states[state]
}
