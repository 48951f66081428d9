import type { OrganizationId } from '@holdfast/api/ids'
import { useState } from 'react'
import { type Listed, useBelow, useRecent } from '../../data/console/places.ts'
import { ownOrganizationId, ownOrganizationName } from '../../data/service/session.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import './switch-dialog.css'

interface SwitchDialogProps {
  title?: string
  onChoose: (one: Pick<Listed, 'id' | 'name'>) => void
  onClose: () => void
}

/** All organizations that one administers: to find one by its name, among the last ones, or in their tree. */
export function SwitchDialog({ title, onChoose, onClose }: SwitchDialogProps) {
  const words = consoleWords().frame
  const [q, setQ] = useState('')
  const wanted = useSettled(q.trim())
  const recent = useRecent()
  const own = ownOrganizationId() as OrganizationId
  return (
    <Dialog title={title ?? words.switchTitle} onClose={onClose}>
      <Field label={words.find} type="search" optional autoFocus value={q} onChange={setQ} />
      {wanted !== '' ? (
        <Branch top={own} q={wanted} onChoose={onChoose} />
      ) : (
        <>
          {recent.length > 1 && (
            <>
              <h3 className="console-switch-title">{words.recent}</h3>
              <ul className="console-branch">
                {recent.map((one) => (
                  <li key={one.id}>
                    <Choice icon="clock" name={one.name} onChoose={() => onChoose(one)} />
                  </li>
                ))}
              </ul>
            </>
          )}
          <h3 className="console-switch-title">{words.all}</h3>
          <ul className="console-branch">
            <li>
              <Choice
                icon="organization"
                name={ownOrganizationName()}
                onChoose={() => onChoose({ id: own, name: ownOrganizationName() })}
              />
              <Branch top={own} onChoose={onChoose} />
            </li>
          </ul>
        </>
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  icon: IconName
  name: string
  where?: string | undefined
  onChoose: () => void
}

const Choice = ({ icon, name, where, onChoose }: ChoiceProps) => (
  <button type="button" className="console-choice" onClick={onChoose}>
    <Icon name={icon} />
    <bdi>{shownName(name)}</bdi>
    {where && (
      <small>
        <bdi>{shownName(where)}</bdi>
      </small>
    )}
  </button>
)

interface BranchProps {
  top: OrganizationId
  parent?: OrganizationId
  q?: string
  onChoose: SwitchDialogProps['onChoose']
}

/** What is directly below one, each with what is below it, or what is found. */
function Branch({ top, parent, q, onChoose }: BranchProps) {
  const words = consoleWords().frame
  const list = useBelow(top, { ...(parent && { parent }), ...(q && { q }) })
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <p className="soft">{t.general.loading}</p>
  const found = list.data.pages.flatMap(({ results }) => results)
  if (found.length === 0) return q ? <p className="soft">{words.noneFound(q)}</p> : null
  return (
    <>
      <ul className="console-branch">
        {found.map((one) => (
          <Twig key={one.id} top={top} one={one} isFound={q !== undefined} onChoose={onChoose} />
        ))}
      </ul>
      <ListEnd list={list} />
    </>
  )
}

function Twig({
  top,
  one,
  isFound,
  onChoose,
}: {
  top: OrganizationId
  one: Listed
  isFound: boolean
  onChoose: SwitchDialogProps['onChoose']
}) {
  const [isOpen, setOpen] = useState(false)
  const words = consoleWords().frame
  return (
    <li>
      <span className="console-twig">
        <Choice
          icon="organization"
          name={one.name}
          where={isFound ? one.names_above.join(' › ') : undefined}
          onChoose={() => onChoose(one)}
        />
        {one.children > 0 && !isFound && (
          <button
            type="button"
            className="icon-button"
            aria-expanded={isOpen}
            aria-label={words.open(shownName(one.name))}
            title={words.open(shownName(one.name))}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'up' : 'down'} />
          </button>
        )}
      </span>
      {isOpen && <Branch top={top} parent={one.id} onChoose={onChoose} />}
    </li>
  )
}
