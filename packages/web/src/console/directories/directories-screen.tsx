import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { useDirectories } from '../../data/console/directories.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../parts/tag.tsx'
import { lastProblem, nameOf, stateOf, timesOf } from './directory-words.ts'

/** The directories of an organization, and how their last imports went. */
export function DirectoriesScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().directories
  const { data: sources, error, refetch } = useDirectories(place.id)
  if (!sources)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  return (
    <>
      <header className="console-head">
        <h1>{words.title}</h1>
        <span className="console-acts">
          <Link className="button button-primary" href={consoleAddress(place.id, 'directories/new')}>
            <Icon name="add" />
            <span>{words.add}</span>
          </Link>
        </span>
      </header>
      {sources.length === 0 ? (
        <div className="empty">
          <Icon name="book" large />
          <h2>{words.empty}</h2>
          <p>{words.emptyWhy}</p>
        </div>
      ) : (
        <>
          <p className="soft">{words.why}</p>
          <ul className="console-rows directories">
            {sources.map((source) => {
              const { look, words: state } = stateOf(source)
              return (
                <li key={source.id}>
                  <Icon name="book" />
                  <span className="console-row-what">
                    <Link href={consoleAddress(place.id, 'directories', { id: source.id })}>
                      <bdi>{nameOf(source)}</bdi>
                    </Link>
                    <small>
                      {[source.nickname && source.host, ...timesOf(source)].filter(Boolean).join(' · ')}
                    </small>
                    {lastProblem(source) && <small>{lastProblem(source)}</small>}
                  </span>
                  <Tag kind={look}>{state}</Tag>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </>
  )
}
