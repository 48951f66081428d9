import type { MailData } from '../../src/platform/messages/letters/mail-data.ts'

const LONG = `/Projects/${'a-name-without-any-place-to-break'.repeat(6)}/plan.pdf`
const at = '2026-05-01T12:30:00'
const link = `https://files.example.org/account/password?token=${'x'.repeat(43)}`
/** A mail of every kind, with all that it can say. */
export const EVERY_MAIL: MailData = {
  account_locked: { name: 'Ann Lee', until: at, address: '2001:db8::7' },
  test_message: { name: 'Ann Lee' },
  storage_full: { name: 'Ann Lee', what: 'database_full' },
  sign_in_code: { name: 'Ann Lee', code: '123456' },
  two_step_recovered: { name: 'Ann Lee' },
  password_reset: { name: 'Ann Lee', link },
  address_check: { name: 'Ann Lee', email: 'ann@example.org', link },
  welcome: { name: 'Ann Lee', email: `${'ann.'.repeat(15)}lee@example.org`, link },
  content_damaged: { name: 'Pat Doe', found: 1, damaged: 12 },
  brake_noticed: {
    name: 'Ann Lee',
    root: 'Clients',
    more: 3,
    device: 'front desk',
    person: 'Bob Ray',
    deleted: 1240,
    rewritten: 3,
    renamed: 0,
    paused: true,
    link: 'https://files.example.org/undo',
  },
  retention_resumes: { name: 'Pat Doe', until: '2026-02-14T12:00:00', link: 'https://files.example.test' },
  backup_trouble: {
    name: 'Ann Lee',
    error: 'The disk is full',
    newest: '2026-05-01T12:30:00',
    place: 'file:/mnt/backup',
  },
  machines_unreachable: {
    name: 'Ann Lee',
    machines: [{ name: 'front desk', since: '2026-05-01T12:30:00' }],
    more: 2,
  },
  machines_reachable: {
    name: 'Ann Lee',
    machines: [{ name: 'front desk', since: '2026-05-01T12:30:00' }],
    more: 0,
  },
  device_used: {
    name: 'Ann Lee',
    by: 'Bob Brown',
    machine: 'front desk',
    what: 'mapped',
    folders: ['/srv/plans'],
    more: 1,
  },
  quota_reached: { name: 'Ann Lee', percent: 90, used: 9 * 1024 ** 3, quota: 10 * 1024 ** 3 },
  link_shared: {
    name: 'Bob',
    from: '<script>fetch("https://evil.example")</script>',
    item: LONG,
    kind: 'file',
    link,
    expires: '2026-06-01',
    account: `${'bob.'.repeat(15)}lee@example.org`,
    invitationDays: 14,
    hasPassword: true,
    message: '<img src="https://evil.example/pixel.png"> Have a look'.repeat(5),
    disclaimer: 'For those it was sent to only.',
  },
  share_invitation: { name: 'Ann Lee', inviter: 'Bob', share: 'Plans' },
  notices: {
    name: 'Ann Lee',
    sections: [
      {
        kind: 'link_downloaded',
        lines: [{ actor: 'A visitor', did: 'downloaded', item: LONG, times: 12, at }],
        more: 0,
      },
      {
        kind: 'share_changed',
        share: 'W'.repeat(120),
        lines: Array.from({ length: 19 }, (_, n) => ({
          actor: '<b style="background:url(https://evil.example)">Bob',
          did: 'added',
          item: n % 2 ? `/Plans/${n}.txt` : LONG,
          times: 1,
          at,
        })),
        more: 123,
      },
    ],
    more: 7,
    stop: `https://files.example.org/notices/stop?token=1.s2.${'x'.repeat(43)}`,
  },
}
