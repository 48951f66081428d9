import { AGENT_CLIENT } from '@holdfast/api/sign-in/oauth'
import { endOtherSessions, endSession } from '@holdfast/api/sign-in/sessions'
import { useState } from 'react'
import { Link } from 'wouter'
import { call } from '../../data/service/api.ts'
import { formatDateTime, formatMoment, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField } from '../../ui/field.tsx'
import { ActButton } from './act-button.tsx'
import { MeRow } from './me-row.tsx'
import { Paged } from './paged.tsx'
import { type SignIn, signInsChanged, useSignIns } from './sign-ins.ts'

const BROWSER = 'web'

/** Where someone is signed in, but for applications: those have a page of their own. */
export function Devices() {
  const list = useSignIns()
  const [asked, setAsked] = useState(false)
  const words = t.account.devices
  return (
    <>
      <Paged list={list}>
        {(all) => {
          const here = all.find(({ is_current }) => is_current)?.address
          const own = all.filter(({ application_id }) => application_id === null)
          const browsers = own.filter(({ client }) => client === BROWSER)
          const others = own.filter(({ client }) => client !== BROWSER)
          return (
            <>
              {all.length > 1 && (
                <p className="me-buttons">
                  <Button icon="signOut" onClick={() => setAsked(true)}>
                    {words.endOthers}
                  </Button>
                </p>
              )}
              <h2>{words.browsers}</h2>
              <ul className="me-list">{browsers.map((one) => rowOf(one, here))}</ul>
              <h2>{words.devices}</h2>
              {others.length === 0 ? (
                <p className="soft">
                  {words.noDevices} <a href="/agent">{t.navigation.devices}</a>
                </p>
              ) : (
                <ul className="me-list">{others.map((one) => rowOf(one, here))}</ul>
              )}
              <p>
                <Link href="/me/app-passwords">{words.connect}</Link>
              </p>
            </>
          )
        }}
      </Paged>
      {asked && <EndOthers onClose={() => setAsked(false)} />}
    </>
  )
}

function nameOf({ client, browser, dns_name }: SignIn): string {
  const words = t.account.devices
  // The server says it in English: “Firefox on Linux”.
  const [program = '', system] = browser?.split(' on ') ?? []
  if (client === BROWSER) return system ? words.on(program, system) : program || words.someBrowser
  return shownName(dns_name ?? '') || (client === AGENT_CLIENT ? words.someDevice : words.someProgram)
}

/** As it is written: agents tell it in small letters. */
const systemOf = (system: string): string => system.charAt(0).toUpperCase() + system.slice(1)

/** `here`: the network of this browser. What was signed in from elsewhere is to be seen at once. */
function rowOf(signIn: SignIn, here: string | null | undefined) {
  const { id, client, is_current, machine_id, os_type, address, created, last_used } = signIn
  const words = t.account.devices
  const name = nameOf(signIn)
  const isDevice = client === AGENT_CLIENT && machine_id !== null
  return (
    <MeRow
      key={id}
      icon={client === BROWSER ? 'globe' : 'device'}
      title={isDevice ? <Link href={`/me/devices/${machine_id}`}>{name}</Link> : name}
      badge={is_current ? words.thisOne : undefined}
      facts={[
        client !== BROWSER && (words.clients[client] ?? client),
        client !== BROWSER && os_type && systemOf(os_type),
        is_current ? undefined : words.lastUsed(formatMoment(last_used)),
      ]}
      since={words.since(
        formatDateTime(created),
        address,
        !is_current && address !== null && address === here,
      )}
      action={
        !is_current && (
          <ActButton
            words={t.navigation.signOut}
            about={name}
            done={words.ended(name)}
            act={async () => {
              await call(endSession, { session_id: id })
              await signInsChanged()
            }}
          />
        )
      }
    />
  )
}

/** Anyone who is signed out must sign in again, devices as well: that is said first. */
function EndOthers({ onClose }: { onClose: () => void }) {
  const [browsersOnly, setBrowsersOnly] = useState(false)
  const words = t.account.devices
  return (
    <Dialog title={words.endOthersTitle} onClose={onClose}>
      <p>{words.endOthersWhy}</p>
      <Form
        button={words.endOthers}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
        send={async () => {
          const { count } = await call(endOtherSessions, { browsers_only: browsersOnly })
          toast(words.othersEnded(count))
          await signInsChanged()
          onClose()
        }}
      >
        <CheckField label={words.browsersOnly} checked={browsersOnly} onChange={setBrowsersOnly} />
      </Form>
    </Dialog>
  )
}
