import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { Application } from '@holdfast/api/sign-in/applications'
import { useState } from 'react'
import { useApps } from '../../data/console/apps.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatMoment, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { AppDialogs, type Wanted } from './app-dialogs.tsx'
import './apps.css'

/** Programs of others that may ask people to sign in, or use the API themselves. */
export function AppsScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().apps
  const [wanted, setWanted] = useState<Wanted>()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useApps(place.id)
  if (!data)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  const apps = data.pages.flatMap(({ results }) => results)
  return (
    <>
      <header className="console-head">
        <h1>{words.title}</h1>
        <span className="console-acts">
          <Button kind="primary" icon="add" onClick={() => setWanted({ what: 'edit' })}>
            {words.add}
          </Button>
        </span>
      </header>
      {apps.length === 0 ? (
        <div className="empty">
          <Icon name="apps" large />
          <h2>{words.empty}</h2>
          <p>{words.emptyWhy}</p>
        </div>
      ) : (
        <>
          <p className="soft">{words.why}</p>
          <ul className="console-rows apps">
            {apps.map((app) => (
              <AppRow key={app.id} app={app} onWanted={setWanted} />
            ))}
          </ul>
          {hasNextPage && (
            <p className="console-buttons">
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {words.more}
              </Button>
            </p>
          )}
        </>
      )}
      {wanted && <AppDialogs place={place} wanted={wanted} onWanted={setWanted} />}
    </>
  )
}

interface AppRowProps {
  app: Application
  onWanted: (wanted: Wanted) => void
}

function AppRow({ app, onWanted }: AppRowProps) {
  const words = consoleWords().apps
  const name = shownName(app.name)
  return (
    <li>
      <Icon name="apps" />
      <span className="console-row-what">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <small>{[kindOf(app), words.created(formatMoment(app.created))].join(' · ')}</small>
        {app.description && (
          <small>
            <bdi>{shownName(app.description)}</bdi>
          </small>
        )}
      </span>
      <MenuButton
        icon="more"
        label={consoleWords().table.actionsOf(name)}
        items={() => [
          { id: 'edit', label: words.edit, run: () => onWanted({ what: 'edit', app }) },
          { id: 'copy', label: words.copyId, run: () => void copyText(app.client_id, words.copiedId) },
          { id: 'renew', label: words.newSecret, run: () => onWanted({ what: 'renew', app }) },
          { id: 'delete', label: words.delete, bad: true, run: () => onWanted({ what: 'delete', app }) },
        ]}
      />
    </li>
  )
}

function kindOf({ grant_types }: Application): string {
  const words = consoleWords().apps.kinds
  const asks = grant_types.includes('authorization_code')
  return asks && grant_types.includes('password') ? words.both : asks ? words.people : words.script
}
