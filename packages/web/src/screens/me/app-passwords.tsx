import { type AppPassword, endAppPassword, listAppPasswords } from '@holdfast/api/sign-in/app-passwords'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../data/service/api.ts'
import { queries } from '../../data/service/queries.ts'
import type { Session } from '../../data/service/session.ts'
import { formatDateTime, formatMoment, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { ActButton } from './act-button.tsx'
import { davAddress, NewAppPassword } from './app-password-new.tsx'
import { MeRow } from './me-row.tsx'
import type { Account } from './own-account.ts'
import { Paged } from './paged.tsx'
import { nextOffset, signInsChanged } from './sign-ins.ts'
import { withAccount } from './with-account.tsx'

const queryKey = ['app-passwords']
const changed = async () => {
  await queries.invalidateQueries({ queryKey })
  await signInsChanged()
}

const useAppPasswords = ({ id: person_id }: Account) =>
  useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => call(listAppPasswords, { person_id, offset: pageParam }, { signal }),
    getNextPageParam: nextOffset,
    staleTime: 0,
  })

/** What to enter in programs that ask for an address, a name and a password, and which ones can come in. */
export const AppPasswords = withAccount(({ account }: { session: Session; account: Account }) => {
  const list = useAppPasswords(account)
  const [asked, setAsked] = useState(false)
  const words = t.account.appPasswords
  const isOff = !account.webdav || !account.company_policy.webdav_enabled
  return (
    <>
      <h2>{words.connect}</h2>
      {isOff ? (
        <p className="note">{words.off}</p>
      ) : (
        <>
          <p>{words.how}</p>
          <dl className="me-facts">
            <div>
              <dt>{words.address}</dt>
              <dd>{davAddress()}</dd>
            </div>
            <div>
              <dt>{words.username}</dt>
              <dd>{account.email}</dd>
            </div>
          </dl>
          <p className="me-buttons">
            <Button icon="add" onClick={() => setAsked(true)}>
              {words.make}
            </Button>
          </p>
        </>
      )}
      <h2>{words.own}</h2>
      <Paged list={list}>
        {(all) =>
          all.length === 0 ? (
            <p className="soft">{words.none}</p>
          ) : (
            <ul className="me-list">{all.map((one) => rowOf(account, one))}</ul>
          )
        }
      </Paged>
      {asked && <NewAppPassword account={account} onMade={changed} onClose={() => setAsked(false)} />}
    </>
  )
})

function rowOf(
  { id: person_id }: Account,
  { id, name, os_type, address, paused, created, last_used }: AppPassword,
) {
  const words = t.account.appPasswords
  const shown = shownName(name)
  return (
    <MeRow
      key={id}
      icon="lock"
      title={shown}
      badge={paused ? words.paused : undefined}
      facts={[os_type, last_used === null ? words.unused : words.lastUsed(formatMoment(last_used), address)]}
      since={words.made(formatDateTime(created))}
      action={
        <ActButton
          words={words.end}
          about={shown}
          done={words.ended(shown)}
          act={async () => {
            await call(endAppPassword, { person_id, app_password_id: id })
            await changed()
          }}
        />
      }
    />
  )
}
