import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { PlannedChange, PolicyField } from '@holdfast/api/accounts/policies'
import type { ActivityId, OrganizationId } from '@holdfast/api/ids'
import { useMemo, useState } from 'react'
import {
  copied,
  drafted,
  type Explained,
  isGrave,
  type PolicyDraft,
  stillDrafted,
} from '../../core/console/policy-draft.ts'
import { may } from '../../data/console/places.ts'
import { readPolicyOf, savePolicy, undoSaved, useDraft, usePlan } from '../../data/console/policies.ts'
import { codeOf, problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { SwitchDialog } from '../parts/switch-dialog.tsx'
import { GraveDialog } from './grave-dialog.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { PolicySections } from './policy-sections.tsx'
import { undoneWords } from './policy-words.ts'
import { SaveBar } from './save-bar.tsx'

interface PolicyFormProps {
  place: OrganizationMay
  policy: { version: string; explained: Explained }
  onReload: () => void
}

/** All settings, and the bar with what is not saved yet. */
export function PolicyForm({ place, policy, onReload }: PolicyFormProps) {
  const words = consoleWords().policies
  const { version, explained } = policy
  const edit = useEdit(place.id, policy)
  const [open, setOpen] = useState<'grave' | 'history' | 'copy'>()
  const mayChange = may(place, 'policy.change')
  const close = () => setOpen(undefined)
  const save = async () => {
    close()
    const activity = await edit.save()
    if (activity) toast(words.saved, { undo: () => undo(place.id, activity) })
  }
  const copy = async (from: OrganizationId) => {
    close()
    try {
      const other = await readPolicyOf(from)
      const draft = copied(other.explained, explained)
      const name = shownName(other.name)
      edit.begin(draft)
      const count = Object.keys(draft).length
      toast(count > 0 ? words.copied(count, name) : words.same(name))
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  }
  return (
    <>
      <header className="console-head">
        <h1>{words.title}</h1>
        <span className="console-acts">
          {mayChange && place.below + place.above.length > 0 && (
            <Button icon="copy" onClick={() => setOpen('copy')}>
              {words.copy}
            </Button>
          )}
          <Button icon="clock" onClick={() => setOpen('history')}>
            {words.history}
          </Button>
        </span>
      </header>
      {!mayChange && <p className="note">{words.readOnly}</p>}
      <PolicySections
        revision={`${version} ${edit.epoch}`}
        explained={explained}
        draft={edit.draft}
        mayChange={mayChange}
        onChange={edit.change}
        onFault={edit.fault}
      />
      {edit.count > 0 && (
        <SaveBar
          changes={edit.changes}
          isReady={edit.isReady}
          isFaulty={edit.isFaulty}
          isSaving={edit.isSaving}
          problem={edit.problem}
          onSave={() => (edit.changes.some(isGrave) ? setOpen('grave') : void save())}
          onDiscard={() => edit.begin({})}
          onReload={() => {
            edit.forget()
            onReload()
          }}
        />
      )}
      {open === 'grave' && (
        <GraveDialog
          changes={edit.changes.filter(isGrave)}
          count={edit.count}
          onSave={() => void save()}
          onClose={close}
        />
      )}
      {open === 'history' && (
        <HistoryDialog
          organization={place.id}
          mayUndo={mayChange}
          onUndo={({ activity_id }) => void undo(place.id, activity_id)}
          onClose={close}
        />
      )}
      {open === 'copy' && (
        <SwitchDialog title={words.copyTitle} onChoose={({ id }) => void copy(id)} onClose={close} />
      )}
    </>
  )
}

async function undo(organization: OrganizationId, activity: ActivityId): Promise<void> {
  try {
    toast(undoneWords(await undoSaved(organization, activity)))
  } catch (error) {
    toast(problemOf(error).words, { bad: true })
  }
}

/** What is to be changed, and what is known of that. */
function useEdit(id: OrganizationId, { version, explained }: PolicyFormProps['policy']) {
  const words = consoleWords().policies
  const [kept, keep] = useDraft(id)
  const draft = useMemo(() => stillDrafted(kept, explained), [kept, explained])
  const [faults, setFaults] = useState<readonly PolicyField[]>([])
  // Fields begin anew with what is drafted then.
  const [epoch, setEpoch] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const [refused, setRefused] = useState<string>()
  const plan = usePlan(id, version, useSettled(draft))
  const isFaulty = faults.length > 0
  const isForeseen = JSON.stringify(plan.data?.draft) === JSON.stringify(draft)
  const hasOther = plan.data !== undefined && isForeseen && plan.data.version !== version
  const begin = (next: PolicyDraft) => {
    keep(next)
    setFaults([])
    setRefused(undefined)
    setEpoch(epoch + 1)
  }
  return {
    draft,
    epoch,
    isSaving,
    isFaulty,
    count: Object.keys(draft).length + faults.filter((field) => !(field in draft)).length,
    changes: changesIn(draft, explained, plan.data?.changes ?? []),
    isReady: isForeseen && !hasOther,
    problem: refused ?? (hasOther ? words.conflict : plan.error ? problemOf(plan.error).words : undefined),
    begin,
    forget: () => setRefused(undefined),
    change: (field: PolicyField, value: PlannedChange['to']) => keep(drafted(draft, explained[field], value)),
    fault: (field: PolicyField, isOne: boolean) =>
      setFaults((now) => [...now.filter((one) => one !== field), ...(isOne ? [field] : [])]),
    async save(): Promise<ActivityId | undefined> {
      setSaving(true)
      setRefused(undefined)
      try {
        const activity = await savePolicy(id, version, draft)
        begin({})
        return activity
      } catch (error) {
        setRefused(codeOf(error) === 'ver_conflict' ? words.conflict : problemOf(error).words)
        return undefined
      } finally {
        setSaving(false)
      }
    },
  }
}

/** With what they do, as far as that is known. */
const changesIn = (
  draft: PolicyDraft,
  explained: Explained,
  foreseen: readonly PlannedChange[],
): PlannedChange[] =>
  (Object.keys(explained) as PolicyField[])
    .filter((field) => field in draft)
    .map((field) => {
      const to = draft[field] ?? null
      const known = foreseen.find((one) => one.field === field && one.to === to)
      return known ?? { field, from: explained[field].value, to, organizations_below: 0, effect: null }
    })
