import { useState } from 'react'
import { nameIn } from '../../core/upload/machine-change.ts'
import { itemsOf } from '../../core/upload/machine-items.ts'
import type { Batch, Choice, Conflict, State } from '../../core/upload/machine-types.ts'
import { formatCount, formatSize, formatTime, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { tell } from './runner.ts'
import './conflicts.css'

const CHOICES: readonly Choice[] = ['version', 'copy', 'skip']

/** Asks about names that are taken, for one batch after the other. */
export function Conflicts({ state, onLater }: { state: State; onLater: () => void }) {
  if (state.sums.counts.asking === 0) return null
  const batch = [...state.batches.values()].find(({ conflicts }) => conflicts.length > 0)
  return batch ? <Question key={batch.id} batch={batch} state={state} onLater={onLater} /> : null
}

interface QuestionProps {
  batch: Batch
  state: State
  onLater: () => void
}

function Question({ batch, state, onLater }: QuestionProps) {
  const [forFiles, setForFiles] = useState<Choice>('version')
  const [forFolders, setForFolders] = useState<Choice>('version')
  const [isOneByOne, setOneByOne] = useState(false)
  const [own, setOwn] = useState<ReadonlyMap<string, Choice>>(new Map())
  const { conflicts } = batch
  const choiceOf = (conflict: Conflict): Choice =>
    (isOneByOne ? own.get(conflict.path) : undefined) ?? (conflict.kind === 'file' ? forFiles : forFolders)
  const words = t.uploads.taken
  const kinds = (['folder', 'file'] as const).filter((kind) => conflicts.some((one) => one.kind === kind))
  const decide = () =>
    tell({
      type: 'decided',
      batch: batch.id,
      choices: new Map(conflicts.map((conflict) => [conflict.path, choiceOf(conflict)])),
    })
  return (
    <Dialog
      title={titleOf(batch, state)}
      onClose={onLater}
      actions={
        <>
          <Button onClick={onLater}>{words.later}</Button>
          <Button kind="primary" onClick={decide}>
            {words.upload}
          </Button>
        </>
      }
    >
      {kinds.map((kind) => (
        <ForAll
          key={kind}
          kind={kind}
          isAlone={kinds.length === 1}
          choice={kind === 'file' ? forFiles : forFolders}
          onChoose={kind === 'file' ? setForFiles : setForFolders}
        />
      ))}
      {conflicts.length > 1 && (
        <label className="conflicts-each">
          <input type="checkbox" checked={isOneByOne} onChange={() => setOneByOne(!isOneByOne)} />
          {words.oneByOne}
        </label>
      )}
      {isOneByOne && (
        <ul className="conflicts-list">
          {conflicts.map((conflict) => (
            <One
              key={conflict.path}
              conflict={conflict}
              choice={choiceOf(conflict)}
              onChoose={(choice) => setOwn(new Map([...own, [conflict.path, choice]]))}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function titleOf(batch: Batch, state: State): string {
  const [only, ...more] = batch.conflicts
  if (only && more.length === 0) return t.uploads.taken.titleOne(shownName(nameIn(only.path)))
  let all = 0
  for (const item of itemsOf(state)) if (item.batch === batch.id) all++
  return t.uploads.taken.title(formatCount(batch.conflicts.length), formatCount(all))
}

const labelOf = (choice: Choice, kind: Conflict['kind']): { label: string; hint: string } => {
  const words = t.uploads.taken
  if (choice === 'copy') return { label: words.copy, hint: words.copyHint }
  if (choice === 'skip') return { label: words.skip, hint: words.skipHint }
  return kind === 'file'
    ? { label: words.version, hint: words.versionHint }
    : { label: words.merge, hint: words.mergeHint }
}

interface ForAllProps {
  kind: Conflict['kind']
  isAlone: boolean
  choice: Choice
  onChoose: (choice: Choice) => void
}

function ForAll({ kind, isAlone, choice, onChoose }: ForAllProps) {
  const title = kind === 'file' ? t.uploads.taken.files : t.uploads.taken.folders
  return (
    <fieldset className="conflicts-choices">
      <legend className={isAlone ? 'unseen' : ''}>{title}</legend>
      {CHOICES.map((one) => {
        const { label, hint } = labelOf(one, kind)
        return (
          <label key={one} className="conflicts-choice">
            <input type="radio" name={kind} checked={choice === one} onChange={() => onChoose(one)} />
            <span>
              <strong>{label}</strong>
              <span className="soft">{hint}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

interface OneProps {
  conflict: Conflict
  choice: Choice
  onChoose: (choice: Choice) => void
}

function One({ conflict: { path, kind, theirs }, choice, onChoose }: OneProps) {
  const name = shownName(path)
  // A file cannot be a version of a folder, nor a folder go into a file.
  const choices = CHOICES.filter((one) => one !== 'version' || theirs.type === kind)
  return (
    <li className="conflicts-one">
      <span className="conflicts-name">
        <bdi>{name}</bdi>
        {theirs.type === 'file' && theirs.size !== undefined && theirs.modified !== undefined && (
          <span className="soft">
            {t.uploads.taken.theirs(formatSize(theirs.size), formatTime(theirs.modified))}
          </span>
        )}
      </span>
      <select
        aria-label={t.uploads.taken.choiceFor(name)}
        value={choices.includes(choice) ? choice : 'copy'}
        onChange={(event) => onChoose(event.target.value as Choice)}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {labelOf(one, kind).label}
          </option>
        ))}
      </select>
    </li>
  )
}
