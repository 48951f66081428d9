import { backupOf, GRADES, verifyOf } from '../../core/console/system-health.ts'
import { backUpNow, verifyAll } from '../../data/console/system.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatSize } from '../../messages/format.ts'
import { Fact, Time } from '../../ui/facts.tsx'
import { ActButton } from './act-button.tsx'
import { SystemCard } from './system-card.tsx'
import type { SystemPart } from './system-part.ts'

/** The copies of everything that the service makes by itself. */
export function BackupCard({ status: { backup } }: SystemPart) {
  const { backup: words, never } = consoleWords().system
  const state = backupOf(backup)
  const isUnderWay = state === 'running' || state === 'waiting'
  return (
    <SystemCard title={words.title} grade={GRADES.backup[state]} why={words.states[state]}>
      {backup.error !== null && !isUnderWay && (
        <p lang="en" className="system-error">
          {words.error(backup.error)}
        </p>
      )}
      {state === 'off' ? (
        <a href="/docs/backup">{words.how}</a>
      ) : (
        <>
          <dl className="console-facts">
            <Fact label={words.last}>
              {backup.newest_complete ? <Time at={backup.newest_complete} /> : never}
            </Fact>
            <Fact label={words.added}>{formatSize(backup.bytes)}</Fact>
            {backup.next && (
              <Fact label={words.next}>
                <Time at={backup.next} />
                {backup.every_hours !== null && ` (${words.every(backup.every_hours)})`}
              </Fact>
            )}
            <Fact label={words.place}>
              <bdi className="system-place">{backup.place}</bdi>
            </Fact>
          </dl>
          <p className="console-buttons">
            <ActButton label={words.now} isUnderWay={isUnderWay} act={backUpNow} done={words.started} />
          </p>
        </>
      )}
    </SystemCard>
  )
}

/** Everything looked at, when somebody asks for it. */
export function VerifyCard({ status: { verify } }: SystemPart) {
  const words = consoleWords().system.verify
  const state = verifyOf(verify)
  const isUnderWay = state === 'running' || state === 'waiting'
  const { roots, chunks, problems, ended, error } = verify
  return (
    <SystemCard title={words.title} grade={GRADES.verify[state]} why={words.why}>
      <div role="status">
        <p>
          <strong>{words.states[state]}</strong>
        </p>
      </div>
      {error !== null && !isUnderWay && (
        <p lang="en" className="system-error">
          {error}
        </p>
      )}
      {!isUnderWay && ended !== null && (
        <dl className="console-facts">
          <Fact label={words.ended}>
            <Time at={ended} />
          </Fact>
          {roots !== null && chunks !== null && problems !== null && (
            <Fact label={words.result}>
              {words.problems(problems)} · {words.looked(formatCount(roots), formatCount(chunks))}
            </Fact>
          )}
        </dl>
      )}
      <p className="console-buttons">
        <ActButton label={words.now} isUnderWay={isUnderWay} act={verifyAll} done={words.started} />
      </p>
    </SystemCard>
  )
}
