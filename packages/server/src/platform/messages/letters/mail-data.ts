import type { DeliveryEvent, RuleKind } from '@holdfast/api/oversight/alert-rules'
import type { ExportError } from '@holdfast/api/oversight/exports'
import type { NoticeKind } from '@holdfast/api/sharing/notices'
import type { OutageCause } from '../../basics/outage.ts'

/** How the organization looks that a mail comes from, and how its recipient reads times. */
export interface Brand {
  organization: string
  /** As `#rgb` or `#rrggbb`. */
  color: string
  baseUrl: string
  logo?: LetterLogo
  /** UTC where it is unknown. */
  timezone?: string
}

/** The logo in an email. The picture itself is attached when the email is sent, and `key` says which one. */
export interface LetterLogo {
  key: string
  width: number
  height: number
  /** Says whose mail it is; one of an organization above stands beside the name. */
  isOwn: boolean
}

/** What a mail says, before it is text or HTML. */
export interface Letter {
  subject: string
  paragraphs: string[]
  /** What someone else says. Its line breaks are kept. */
  quote?: { by: string; text: string }
  lists?: { title: string; lines: string[] }[]
  /** What stands below the lists. */
  closing?: string[]
  button?: { label: string; url: string }
  /** The organization's own words below everything else, with their line breaks. */
  smallPrint?: string
  /** Where such mails can be turned off. */
  stop?: string
}

/** Every kind of mail and what its text is made from. Times are UTC, `YYYY-MM-DDTHH:MM:SS`. */
export interface MailData extends AccountMail, SharingMail, RequestMail, ServiceMail, AlertMail {}

/** To someone, about the own account. */
export interface AccountMail {
  account_locked: { name: string; until: string; address?: string }
  sign_in_code: { name: string; code: string }
  two_step_recovered: { name: string }
  /** That there is another way into the account, and what it was called. */
  app_password_created: { name: string; program: string; link: string }
  password_reset: { name: string; link: string }
  address_check: { name: string; email: string; link: string }
  welcome: { name: string; email: string; link?: string }
  /** What an administrator writes. */
  message: { from: string; subject: string; text: string }
  /** That an export of an organization ended, and how. */
  export_finished: {
    name: string
    organization: string
    error: ExportError | undefined
    files: number
    failed: number
    link: string
  }
  quota_reached: { name: string; percent: number; used: number; quota: number }
}

/** About what people share. */
export interface SharingMail {
  link_shared: {
    /** Unknown of someone who is no more than an address. */
    name?: string
    from: string
    item: string
    kind: 'file' | 'folder'
    link: string
    /** The address that one signs in by, where the link asks for that. */
    account?: string
    /** For so long the account, which has no password yet, can be given one by the link. */
    invitationDays?: number
    /** Whether the link asks for a password of its own. */
    hasPassword?: boolean
    /** The last day, `YYYY-MM-DD`. */
    expires?: string
    message?: string
    disclaimer?: string
  }
  share_invitation: { name: string; inviter: string; share: string }
  notices: { name: string; sections: NoticeSection[]; more: number; stop: string }
}

/** Between those who ask for files and those who send them. */
export interface RequestMail {
  /** Asks for files, or reminds of that. The name of the folder is not for those who send. */
  file_request: Omit<SharingMail['link_shared'], 'item' | 'kind'> & {
    title: string
    note?: string
    deadline?: Deadline
    reminds: boolean
  }
  request_receipt: {
    title: string
    /** Names only for those who are known by their address: nobody can have words of theirs mailed to strangers. */
    files: { name?: string; size: number; sha256: string; at: string }[]
    /** How many there are beside those. */
    more: number
    link: string
  }
}

/** A moment in UTC, and the zone in which it is told. */
export interface Deadline {
  at: string
  timezone: string
}

/** To those who look after the service or devices. */
export interface ServiceMail {
  test_message: { name: string }
  storage_full: { name: string; what: OutageCause }
  content_damaged: { name: string; found: number; damaged: number }
  brake_noticed: BrakeNews
  /** That there is no new backup of the service: what went wrong, or none has ended for too long. */
  backup_trouble: { name: string; error?: string; newest?: string; place: string }
  /** That retention begins again soon after a restore. */
  retention_resumes: { name: string; until: string; link: string }
  /** That an organization was closed and will be deleted, and the same again shortly before. */
  organization_closing: ClosingNews
  organization_closes_soon: ClosingNews
  /** That it is not. */
  closing_canceled: ClosingNews
  machines_unreachable: MachineNews
  machines_reachable: MachineNews
  /** That someone else had folders of a device mapped, or something written to them. */
  device_used: DeviceUse
}

/** To the recipients of an alert rule. */
export interface AlertMail {
  alert_rule: AlertNews
}

export interface AlertNews {
  event: DeliveryEvent
  kind: RuleKind
  threshold: number | null
  organization: string
  /** The first ones, and how many there are beside. */
  items: AlertItem[]
  more: number
  link: string
  /** Where the rule can be changed. */
  rules: string
}

export interface AlertItem {
  name: string
  /** Where it is another one than that of the rule. */
  organization?: string
  at?: string
  used?: number
  limit?: number
}

/** A device, or a sign-in, that changed far more than usual, and whose it is. */
export interface BrakeNews {
  name: string
  device?: string
  person?: string
  /** Where, and in how many places beside. */
  root: string
  more: number
  deleted: number
  rewritten: number
  renamed: number
  paused: boolean
  link: string
}

/** Which organization is being closed, by whose administrators, and when it is deleted, `YYYY-MM-DD`. */
export interface ClosingNews {
  name: string
  customer: string
  by: string
  /** On which it is, or was to be, deleted. */
  day: string
  /** Where it can be canceled, for those who can. */
  link?: string
}

/** Machines that are gone, or back, and how many there are beside those that are named. */
export interface MachineNews {
  name: string
  machines: { name: string; since: string }[]
  more: number
}

/** What someone else did on a device, and where; the first folders. */
export interface DeviceUse {
  name: string
  by: string
  machine: string
  what: 'mapped' | 'restored'
  folders: string[]
  more: number
}

/** Something that someone did, or that was done by nobody who could be named. */
export interface NoticeLine {
  actor?: string
  did: 'downloaded' | 'uploaded' | 'added' | 'changed' | 'renamed' | 'moved' | 'deleted' | 'restored'
  item: string
  times: number
  at: string
}
export interface NoticeSection {
  kind: NoticeKind
  /** The name of a team share. */
  share?: string
  lines: NoticeLine[]
  /** How much happened beside what the lines tell. */
  more: number
}

/** What the file of a section is called, where it is one. */
export function onlyItemOf({ lines, more }: NoticeSection): string | undefined {
  const [item, ...others] = new Set(lines.map((line) => line.item.slice(line.item.lastIndexOf('/') + 1)))
  return others.length === 0 && more === 0 ? item : undefined
}

/** What stands for the name of someone who has none, in notices: each language has its own word for it. */
export const VISITOR = 'A visitor'
export const SOMEONE = 'Someone'

/** Mails in one language. What is missing in one does not compile. */
export type Letters<Mails = MailData> = { [K in keyof Mails]: (data: Mails[K], brand: Brand) => Letter }
