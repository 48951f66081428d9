import { endSession } from '@holdfast/api/sign-in/sessions'
import { call } from '../../data/service/api.ts'
import { formatMoment, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { ActButton } from './act-button.tsx'
import { MeRow } from './me-row.tsx'
import { Paged } from './paged.tsx'
import { type SignIn, signInsChanged, useSignIns } from './sign-ins.ts'

/** Programs of others that were let in. */
export function Apps() {
  const words = t.account.apps
  return (
    <Paged list={useSignIns()}>
      {(all) => {
        const apps = Map.groupBy(
          all.filter(({ application_id }) => application_id !== null),
          ({ application_id }) => application_id,
        )
        if (apps.size > 0) return <ul className="me-list">{[...apps.values()].map(rowOf)}</ul>
        return (
          <div className="empty">
            <Icon name="grid" large />
            <h2>{words.none}</h2>
            <p>{words.noneHint}</p>
          </div>
        )
      }}
    </Paged>
  )
}

/** All sign-ins of one application, latest use first. */
function rowOf(signIns: readonly SignIn[]) {
  const [latest] = signIns
  const first = signIns.reduce((a, b) => (a.created < b.created ? a : b))
  if (!latest) return null
  const words = t.account.apps
  const name = shownName(latest.client)
  return (
    <MeRow
      key={latest.application_id}
      icon="grid"
      title={name}
      facts={[
        words.may,
        words.since(formatMoment(first.created)),
        words.lastUsed(formatMoment(latest.last_used)),
      ]}
      action={
        <ActButton
          words={words.end}
          about={name}
          done={words.ended(name)}
          act={async () => {
            for (const { id } of signIns) await call(endSession, { session_id: id })
            await signInsChanged()
          }}
        />
      }
    />
  )
}
