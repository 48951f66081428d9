import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { Application } from '@holdfast/api/sign-in/applications'
import { removeApp, renewAppSecret } from '../../data/console/apps.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AskDialog } from '../parts/ask-dialog.tsx'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { AppDialog } from './app-dialog.tsx'

export type Wanted =
  | { what: 'edit'; app?: Application }
  | { what: 'renew' | 'delete'; app: Application }
  | { what: 'secret'; clientId: string; secret: string }

interface AppDialogsProps {
  place: OrganizationMay
  wanted: Wanted
  onWanted: (wanted: Wanted | undefined) => void
}

/** What is asked or shown about an app. */
export function AppDialogs({ place, wanted, onWanted }: AppDialogsProps) {
  const words = consoleWords().apps
  const close = () => onWanted(undefined)
  switch (wanted.what) {
    case 'edit':
      return (
        <AppDialog
          place={place}
          app={wanted.app}
          onCreated={({ client_id, client_secret }) =>
            onWanted({ what: 'secret', clientId: client_id, secret: client_secret })
          }
          onClose={close}
        />
      )
    case 'renew': {
      const { app } = wanted
      return (
        <Dialog title={words.newSecretTitle(shownName(app.name))} onClose={close}>
          <Form
            button={words.newSecretButton}
            send={async () =>
              onWanted({ what: 'secret', clientId: app.client_id, secret: await renewAppSecret(app) })
            }
            aside={<Button onClick={close}>{t.general.cancel}</Button>}
          >
            <p>{words.newSecretWhy}</p>
          </Form>
        </Dialog>
      )
    }
    case 'secret':
      return (
        <SecretDialog
          title={words.secretTitle}
          secret={wanted.secret}
          also={{ label: words.clientId, value: wanted.clientId }}
          onClose={close}
        />
      )
    default: {
      const { app } = wanted
      return (
        <AskDialog
          bad
          title={words.deleteTitle(shownName(app.name))}
          why={words.deleteWhy}
          button={words.deleteButton}
          act={() => removeApp(app)}
          done={words.deleted(shownName(app.name))}
          onClose={close}
        />
      )
    }
  }
}
