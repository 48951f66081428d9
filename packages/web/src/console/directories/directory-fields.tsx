import { useState } from 'react'
import {
  type DirectoryDraft,
  type DraftStep,
  FILTERS,
  type FilterKind,
  filterKindOf,
  type Security,
  withSecurity,
} from '../../core/console/directory-draft.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Field, PasswordField, SelectField } from '../../ui/field.tsx'
import { LongField } from '../parts/long-field.tsx'

interface FieldsProps {
  draft: DirectoryDraft
  onChange: (draft: DirectoryDraft) => void
  /** The service has a password that is good for this server. */
  isKept: boolean
  /** There is one for another server. */
  isMoved: boolean
}

/** Names and filters that programs read. */
const CODE = { autoCapitalize: 'off', autoComplete: 'off', spellCheck: false } as const

/** What is asked at a step. */
export function DirectoryFields({ step, ...props }: FieldsProps & { step: DraftStep }) {
  switch (step) {
    case 'server':
      return <ServerFields {...props} />
    case 'signIn':
      return <SignInFields {...props} />
    case 'what':
      return <SearchFields {...props} />
    default:
      return <AttributeFields {...props} />
  }
}

function ServerFields({ draft, onChange }: FieldsProps) {
  const words = consoleWords().directories
  const set = (key: keyof DirectoryDraft) => (value: string) => onChange({ ...draft, [key]: value })
  const securities = Object.entries(words.securities) as [Security, string][]
  return (
    <>
      <Field
        label={words.nickname}
        hint={words.nicknameHint}
        optional
        maxLength={100}
        value={draft.nickname}
        onChange={set('nickname')}
      />
      <Field
        {...CODE}
        label={words.host}
        hint={words.hostHint}
        maxLength={255}
        value={draft.host}
        onChange={set('host')}
      />
      <div className="directory-pair">
        <SelectField
          label={words.security}
          value={draft.security}
          options={securities}
          onChange={(security) => onChange(withSecurity(draft, security))}
        />
        <Field
          label={words.port}
          type="number"
          min={1}
          max={65_535}
          value={draft.port}
          onChange={set('port')}
        />
      </div>
      {draft.security !== 'none' && (
        <LongField
          code
          label={words.certificate}
          hint={words.certificateHint}
          optional
          maxLength={20_000}
          value={draft.caCertificate}
          onChange={set('caCertificate')}
        />
      )}
    </>
  )
}

function SignInFields({ draft, onChange, isKept, isMoved }: FieldsProps) {
  const words = consoleWords().directories
  const set = (key: keyof DirectoryDraft) => (value: string) => onChange({ ...draft, [key]: value })
  return (
    <>
      <Field
        {...CODE}
        label={words.login}
        hint={words.loginHint}
        maxLength={1000}
        value={draft.login}
        onChange={set('login')}
      />
      {/* Not this browser's person's: password managers must not offer their own. */}
      <PasswordField
        kind="new"
        label={words.password}
        optional={isKept}
        hint={isKept ? words.passwordKept : isMoved ? words.passwordAgain : undefined}
        value={draft.password}
        onChange={set('password')}
      />
      <Field
        {...CODE}
        label={words.domain}
        optional
        maxLength={255}
        value={draft.domain}
        onChange={set('domain')}
      />
    </>
  )
}

function SearchFields({ draft, onChange }: FieldsProps) {
  const words = consoleWords().directories
  const set = (key: keyof DirectoryDraft) => (value: string) => onChange({ ...draft, [key]: value })
  const kind = filterKindOf(draft)
  // Whoever began with filters of their own can come back to the list, too.
  const [hasOwn] = useState(kind === 'own')
  const kinds = (Object.entries(words.filterKinds) as [FilterKind, string][]).filter(
    ([one]) => one !== 'own' || hasOwn || kind === 'own',
  )
  return (
    <>
      <Field
        {...CODE}
        label={words.baseDn}
        hint={words.baseDnHint}
        maxLength={1000}
        value={draft.baseDn}
        onChange={set('baseDn')}
      />
      <SelectField
        label={words.filters}
        value={kind}
        options={kinds}
        onChange={(chosen) => chosen !== 'own' && onChange({ ...draft, ...FILTERS[chosen] })}
      />
      <LongField
        code
        rows={2}
        label={words.userFilter}
        maxLength={2000}
        value={draft.userFilter}
        onChange={set('userFilter')}
      />
      <LongField
        code
        rows={2}
        label={words.groupFilter}
        maxLength={2000}
        value={draft.groupFilter}
        onChange={set('groupFilter')}
      />
    </>
  )
}

const ATTRIBUTES = [
  'mailAttribute',
  'idAttribute',
  'firstNameAttribute',
  'lastNameAttribute',
  'groupNameAttribute',
  'memberAttribute',
] as const

function AttributeFields({ draft, onChange }: FieldsProps) {
  const words = consoleWords().directories
  return (
    <div className="directory-pair">
      {ATTRIBUTES.map((key) => (
        <Field
          {...CODE}
          key={key}
          label={words[key]}
          optional={key === 'idAttribute'}
          hint={key === 'idAttribute' ? words.idAttributeHint : undefined}
          maxLength={100}
          value={draft[key]}
          onChange={(value) => onChange({ ...draft, [key]: value })}
        />
      ))}
    </div>
  )
}
