import type { AuthSource } from '@holdfast/api/accounts/auth-sources'

export type Security = 'tls' | 'start_tls' | 'none'

/** The settings of a directory as they are typed. */
export interface DirectoryDraft {
  nickname: string
  host: string
  security: Security
  port: string
  caCertificate: string
  login: string
  password: string
  domain: string
  baseDn: string
  userFilter: string
  groupFilter: string
  idAttribute: string
  mailAttribute: string
  firstNameAttribute: string
  lastNameAttribute: string
  memberAttribute: string
  groupNameAttribute: string
}

export const DRAFT_STEPS = ['server', 'signIn', 'what', 'attributes'] as const
export type DraftStep = (typeof DRAFT_STEPS)[number]

export const usualPort = (security: Security): string => (security === 'tls' ? '636' : '389')

/** Filters that find everybody with an email address, and all groups. Active Directory also keeps accounts that are disabled. */
export const FILTERS = {
  openldap: {
    userFilter: '(&(objectClass=inetOrgPerson)(mail=*))',
    groupFilter: '(|(objectClass=groupOfNames)(objectClass=group))',
  },
  active_directory: {
    userFilter:
      '(&(objectCategory=person)(objectClass=user)(mail=*)(!(userAccountControl:1.2.840.113556.1.4.803:=2)))',
    groupFilter: '(objectClass=group)',
  },
} as const
export type FilterKind = keyof typeof FILTERS | 'own'

export function filterKindOf({ userFilter, groupFilter }: DirectoryDraft): FilterKind {
  const found = Object.entries(FILTERS).find(
    ([, one]) => one.userFilter === userFilter && one.groupFilter === groupFilter,
  )
  return (found?.[0] as FilterKind | undefined) ?? 'own'
}

export const newDraft = (): DirectoryDraft => ({
  nickname: '',
  host: '',
  security: 'tls',
  port: usualPort('tls'),
  caCertificate: '',
  login: '',
  password: '',
  domain: '',
  baseDn: '',
  ...FILTERS.openldap,
  idAttribute: '',
  mailAttribute: 'mail',
  firstNameAttribute: 'givenName',
  lastNameAttribute: 'sn',
  memberAttribute: 'member',
  groupNameAttribute: 'cn',
})

/** What is set so far. The password is not told to anybody. */
export const draftOf = (source: AuthSource): DirectoryDraft => ({
  nickname: source.nickname ?? '',
  host: source.host,
  security: source.ssl ? 'tls' : source.start_tls ? 'start_tls' : 'none',
  port: String(source.port),
  caCertificate: source.ca_certificate ?? '',
  login: source.login,
  password: '',
  domain: source.domain ?? '',
  baseDn: source.base_dn,
  userFilter: source.user_filter,
  groupFilter: source.group_filter,
  idAttribute: source.id_attribute ?? '',
  mailAttribute: source.mail_attribute,
  firstNameAttribute: source.first_name_attribute,
  lastNameAttribute: source.last_name_attribute,
  memberAttribute: source.member_attribute,
  groupNameAttribute: source.group_name_attribute,
})

/** Another way of encryption has another port, unless somebody typed one of their own. */
export const withSecurity = (draft: DirectoryDraft, security: Security): DirectoryDraft => ({
  ...draft,
  security,
  port: draft.port === usualPort(draft.security) ? usualPort(security) : draft.port,
})

/** Where a login suggests that the directory begins; empty where it suggests nothing. */
export function baseOf(login: string): string {
  const [, domain] = /^[^@=\s]+@([\w-]+(?:\.[\w-]+)+)$/.exec(login.trim()) ?? []
  if (domain)
    return domain
      .split('.')
      .map((part) => `DC=${part}`)
      .join(',')
  return /(?:^|,)(dc=[^,]+(?:,\s*dc=[^,]+)*)$/i.exec(login.trim())?.[1] ?? ''
}

/** Whether the password that the service keeps is still good for what is typed: it is sent to the same server only. */
export const keepsPassword = (draft: DirectoryDraft, source: AuthSource | undefined): boolean => {
  if (!source) return false
  const known = serverOf(draftOf(source))
  const typed = serverOf(draft)
  return (Object.keys(typed) as (keyof typeof typed)[]).every((key) => known[key] === typed[key])
}

function serverOf(draft: DirectoryDraft) {
  return {
    host: draft.host.trim(),
    port: Number(draft.port),
    ssl: draft.security === 'tls',
    start_tls: draft.security === 'start_tls',
    ca_certificate: draft.caCertificate.trim() === '' ? null : draft.caCertificate,
  }
}

const signInOf = ({ login, password }: DirectoryDraft) => ({
  login: login.trim(),
  ...(password !== '' && { password }),
})

const searchOf = (draft: DirectoryDraft) => ({
  base_dn: draft.baseDn.trim(),
  user_filter: draft.userFilter.trim(),
  group_filter: draft.groupFilter.trim(),
})

const attributesOf = (draft: DirectoryDraft) => ({
  id_attribute: draft.idAttribute.trim() || null,
  mail_attribute: draft.mailAttribute.trim(),
  first_name_attribute: draft.firstNameAttribute.trim(),
  last_name_attribute: draft.lastNameAttribute.trim(),
  member_attribute: draft.memberAttribute.trim(),
  group_name_attribute: draft.groupNameAttribute.trim(),
})

/** What is known at a step, and so can be tested there. */
export function testedAt(step: DraftStep, draft: DirectoryDraft) {
  const at = DRAFT_STEPS.indexOf(step)
  return {
    ...serverOf(draft),
    ...(at >= 1 && signInOf(draft)),
    ...(at >= 2 && searchOf(draft)),
    ...(at >= 3 && attributesOf(draft)),
  }
}

/** All of it, as it is saved. */
export const settingsOf = (draft: DirectoryDraft) => ({
  ...serverOf(draft),
  ...signInOf(draft),
  ...searchOf(draft),
  ...attributesOf(draft),
  nickname: draft.nickname.trim() || null,
  domain: draft.domain.trim() || null,
})
