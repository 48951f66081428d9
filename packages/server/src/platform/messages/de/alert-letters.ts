import type { RuleKind } from '@holdfast/api/oversight/alert-rules'
import { formatsOf } from '../intl/formats.ts'
import type { AlertItem, AlertMail, AlertNews, Letters } from '../letters/mail-data.ts'

const { count, moment, percent, plural, size } = formatsOf('de')

interface Words {
  rule: (threshold: number) => string
  fired: (news: AlertNews) => string
  over: string
  line: (item: AlertItem, timezone?: string) => string
}

const since = ({ name, at }: AlertItem, timezone?: string): string =>
  at === undefined ? name : `${name}, seit ${moment(at, timezone)}`
const until = ({ name, at }: AlertItem, timezone?: string): string =>
  [name, at && `endet am ${moment(at, timezone)}`].filter(Boolean).join(', ')
const all = ({ items, more }: AlertNews): number => items.length + more

const WORDS: Record<RuleKind, Words> = {
  space_quota: {
    rule: (threshold) => `Mehr als ${percent(threshold)} des Speichers belegt`,
    fired: ({ threshold }) => `Mehr als ${percent(threshold ?? 0)} des Speichers sind belegt`,
    over: 'Es ist wieder genug Speicher frei',
    line: ({ name, used = 0, limit = 0 }) => `${name}: ${size(used)} von ${size(limit)}`,
  },
  device_unreachable: {
    rule: (threshold) => `Gerät seit ${plural(threshold, '# Stunde', '# Stunden')} nicht erreichbar`,
    fired: (news) => plural(all(news), 'Ein Gerät ist nicht erreichbar', '# Geräte sind nicht erreichbar'),
    over: 'Geräte sind wieder verbunden oder nicht mehr in Gebrauch',
    line: since,
  },
  backup: {
    rule: (threshold) => `Backup fehlgeschlagen oder älter als ${plural(threshold, '# Tag', '# Tage')}`,
    fired: (news) => plural(all(news), 'Ein Backup fehlt', '# Backups fehlen'),
    over: 'Backups sind wieder aktuell oder werden nicht mehr erwartet',
    line: ({ name, at }, timezone) =>
      at === undefined ? name : `${name}, letztes Backup ${moment(at, timezone)}`,
  },
  sign_ins_blocked: {
    rule: (threshold) => `${plural(threshold, '# Konto', '# Konten')} innerhalb von 10 Minuten gesperrt`,
    fired: () => 'Viele Konten wurden nach fehlgeschlagenen Anmeldungen gesperrt',
    over: 'Es werden keine weiteren Konten gesperrt',
    line: ({ used = 0 }) => plural(used, '# Konto gesperrt', '# Konten gesperrt'),
  },
  unusual_activity: {
    rule: () => 'Ungewöhnliche Aktivität eines Geräts',
    fired: () => 'Ungewöhnliche Aktivität wurde bemerkt',
    over: 'Ungewöhnliche Aktivität wurde geprüft',
    line: since,
  },
  license_ending: {
    rule: (threshold) => `Lizenz oder Testzeitraum endet in ${plural(threshold, '# Tag', '# Tagen')}`,
    fired: () => 'Eine Lizenz oder ein Testzeitraum endet bald',
    over: 'Keine Lizenz und kein Testzeitraum endet bald',
    line: until,
  },
  certificate_ending: {
    rule: (threshold) => `Zertifikat endet in ${plural(threshold, '# Tag', '# Tagen')}`,
    fired: () => 'Das Zertifikat des Servers endet bald',
    over: 'Das Zertifikat des Servers wurde erneuert',
    line: until,
  },
  mail_waiting: {
    rule: (threshold) => `E-Mail seit ${plural(threshold, '# Stunde', '# Stunden')} nicht gesendet`,
    fired: () => 'E-Mails können nicht gesendet werden',
    over: 'E-Mails werden wieder gesendet',
    line: ({ used = 0, at }, timezone) =>
      [plural(used, '# E-Mail', '# E-Mails'), at && `die älteste von ${moment(at, timezone)}`]
        .filter(Boolean)
        .join(', '),
  },
  public_link: {
    rule: () => 'Öffentlicher Link erstellt',
    fired: (news) =>
      plural(all(news), 'Ein öffentlicher Link wurde erstellt', '# öffentliche Links wurden erstellt'),
    over: 'Links sind nicht mehr öffentlich',
    line: since,
  },
}

export const alertLetters: Letters<AlertMail> = {
  alert_rule: (news, { timezone }) => {
    const { event, kind, threshold, organization, items, more, link, rules } = news
    const words = WORDS[kind]
    const rule = words.rule(threshold ?? 0)
    const title =
      event === 'fired' ? words.fired(news) : event === 'over' ? words.over : `Test der Alarmregel „${rule}“`
    const lineOf = (item: AlertItem): string =>
      [item.organization, words.line(item, timezone)].filter(Boolean).join(': ')
    const lines = items.map(lineOf).filter(Boolean)
    return {
      subject: `${title} (${organization})`,
      paragraphs: [
        event === 'test'
          ? `Das ist ein Test der Alarmregel „${rule}“ von ${organization}. Es ist nichts passiert.`
          : `${title}. Du erhältst diese E-Mail wegen der Alarmregel „${rule}“ von ${organization}.`,
      ],
      ...(lines.length > 0 && {
        lists: [
          {
            title: event === 'over' ? 'Es ging um:' : 'Es geht um:',
            lines: [...lines, ...(more > 0 ? [`und ${count(more)} weitere`] : [])],
          },
        ],
      }),
      closing: [`Administratoren können diese Regel ändern oder ausschalten: ${rules}`],
      button: { label: 'In Holdfast ansehen', url: event === 'test' ? rules : link },
    }
  },
}
