import type { RuleKind } from '@holdfast/api/oversight/alert-rules'
import { formatsOf } from '../intl/formats.ts'
import type { AlertItem, AlertMail, AlertNews, Letters } from '../letters/mail-data.ts'

const { count, moment, percent, plural, size } = formatsOf('en')

interface Words {
  /** What the rule is called. */
  rule: (threshold: number) => string
  fired: (news: AlertNews) => string
  over: string
  line: (item: AlertItem, timezone?: string) => string
}

const since = ({ name, at }: AlertItem, timezone?: string): string =>
  at === undefined ? name : `${name}, since ${moment(at, timezone)}`
const until = ({ name, at }: AlertItem, timezone?: string): string =>
  [name, at && `ends ${moment(at, timezone)}`].filter(Boolean).join(', ')
const all = ({ items, more }: AlertNews): number => items.length + more

const WORDS: Record<RuleKind, Words> = {
  space_quota: {
    rule: (threshold) => `Storage over ${percent(threshold)} of the quota`,
    fired: ({ threshold }) => `Storage is over ${percent(threshold ?? 0)} of the quota`,
    over: 'Storage is below the limit of the alert again',
    line: ({ name, used = 0, limit = 0 }) => `${name}: ${size(used)} of ${size(limit)}`,
  },
  device_unreachable: {
    rule: (threshold) => `Device unreachable for ${plural(threshold, '# hour', '# hours')}`,
    fired: (news) => plural(all(news), 'A device is unreachable', '# devices are unreachable'),
    over: 'Devices are connected again, or no longer in use',
    line: since,
  },
  backup: {
    rule: (threshold) => `Backup failed or older than ${plural(threshold, '# day', '# days')}`,
    fired: (news) => plural(all(news), 'A backup is missing', '# backups are missing'),
    over: 'Backups are up to date again, or no longer expected',
    line: ({ name, at }, timezone) =>
      at === undefined ? name : `${name}, last backup ${moment(at, timezone)}`,
  },
  sign_ins_blocked: {
    rule: (threshold) => `${plural(threshold, '# account', '# accounts')} locked within 10 minutes`,
    fired: () => 'Many accounts were locked after failed sign-ins',
    over: 'No more accounts are being locked',
    line: ({ used = 0 }) => plural(used, '# account locked', '# accounts locked'),
  },
  unusual_activity: {
    rule: () => 'Unusual activity of a device',
    fired: () => 'Unusual activity was noticed',
    over: 'Unusual activity was reviewed',
    line: since,
  },
  license_ending: {
    rule: (threshold) => `License or trial ends within ${plural(threshold, '# day', '# days')}`,
    fired: () => 'A license or trial ends soon',
    over: 'No license or trial ends soon',
    line: until,
  },
  certificate_ending: {
    rule: (threshold) => `Certificate ends within ${plural(threshold, '# day', '# days')}`,
    fired: () => 'The certificate of the server ends soon',
    over: 'The certificate of the server was renewed',
    line: until,
  },
  mail_waiting: {
    rule: (threshold) => `Email not sent for ${plural(threshold, '# hour', '# hours')}`,
    fired: () => 'Emails can’t be sent',
    over: 'Emails are being sent again',
    line: ({ used = 0, at }, timezone) =>
      [plural(used, '# email', '# emails'), at && `the oldest from ${moment(at, timezone)}`]
        .filter(Boolean)
        .join(', '),
  },
  public_link: {
    rule: () => 'Public link created',
    fired: (news) => plural(all(news), 'A public link was created', '# public links were created'),
    over: 'Links are no longer public',
    line: since,
  },
}

export const alertLetters: Letters<AlertMail> = {
  alert_rule: (news, { timezone }) => {
    const { event, kind, threshold, organization, items, more, link, rules } = news
    const words = WORDS[kind]
    const rule = words.rule(threshold ?? 0)
    const title =
      event === 'fired' ? words.fired(news) : event === 'over' ? words.over : `Test of the alert “${rule}”`
    const lineOf = (item: AlertItem): string =>
      [item.organization, words.line(item, timezone)].filter(Boolean).join(': ')
    const lines = items.map(lineOf).filter(Boolean)
    return {
      subject: `${title} (${organization})`,
      paragraphs: [
        event === 'test'
          ? `This is a test of the alert rule “${rule}” of ${organization}. Nothing happened.`
          : `${title}. You get this email because of the alert rule “${rule}” of ${organization}.`,
      ],
      ...(lines.length > 0 && {
        lists: [
          {
            title: event === 'over' ? 'This was about:' : 'This is about:',
            lines: [...lines, ...(more > 0 ? [`and ${count(more)} more`] : [])],
          },
        ],
      }),
      closing: [`Administrators can change or turn off this rule: ${rules}`],
      button: { label: 'Show in Holdfast', url: event === 'test' ? rules : link },
    }
  },
}
