import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type Asker,
  type Deed,
  HERE,
  isSecret,
  leadsToSecret,
  may,
  namesToBrowsed,
  type Rules,
} from './rules.ts'
import { homesIn } from './secrets.ts'

const RULES: Rules = {
  own: ['/home/ann/.local/state/holdfast-agent'],
  secrets: ['/home/ann/.ssh', '/home/ann/.config/autostart', '/home/ann/.bashrc', '/home/bob/.ssh'],
  base: '/home/ann/Holdfast',
  home: '/home/ann',
  allowed: [
    { folder: '/srv/plans', deeds: ['map', 'browse', 'backup', 'restore'] },
    { folder: '/srv/media', deeds: ['backup'] },
    { folder: '/etc', deeds: ['backup'] },
    { folder: '/var/mail', deeds: ['restore'] },
  ],
}
const OWN: Asker = { isHere: false, isOwn: true, name: 'Ann' }
const ADMIN: Asker = { isHere: false, isOwn: false, name: 'Boss' }

/** Each line: who, and for map, browse, backup, restore whether it may be done (+) or not (-). */
const TABLE: [folder: string, own: string, admin: string, here: string][] = [
  ['/home/ann/Holdfast', '++++', '++++', '++++'],
  ['/home/ann/Holdfast/Files', '++++', '++++', '++++'],
  ['/home/ann/Holdfast2', '-++-', '----', '++++'],
  ['/home/ann/Documents', '-++-', '----', '++++'],
  ['/home/ann', '-++-', '----', '-+++'],
  ['/home/ann/.ssh', '--+-', '----', '--+-'],
  ['/home/ann/.SSH/keys', '--+-', '----', '--+-'],
  ['/home/ann/.config', '-++-', '----', '-+++'],
  ['/home/ann/.config/autostart', '--+-', '----', '--+-'],
  ['/home/ann/.config/gtk', '-++-', '----', '++++'],
  ['/home/ann/.local/state/holdfast-agent', '----', '----', '----'],
  ['/home/ann/.local/state/holdfast-agent/roots', '----', '----', '----'],
  ['/home/ann/.local', '-++-', '----', '-+++'],
  ['/home/bob', '----', '----', '-+++'],
  ['/home/bob/Documents', '----', '----', '++++'],
  ['/home', '----', '----', '-++-'],
  ['/', '----', '----', '-++-'],
  ['/srv/plans', '++++', '++++', '++++'],
  ['/srv/plans/2027', '++++', '++++', '++++'],
  ['/srv/plansX', '----', '----', '++++'],
  ['/srv', '----', '----', '-++-'],
  ['/srv/media/films', '--+-', '--+-', '++++'],
  ['/etc', '--+-', '--+-', '--+-'],
  ['/etc/ssl', '--+-', '--+-', '--+-'],
  ['/usr/lib', '----', '----', '--+-'],
  ['/var/mail', '---+', '---+', '++++'],
  ['/var', '----', '----', '-++-'],
]

const DEEDS_IN_ORDER: readonly Deed[] = ['map', 'browse', 'backup', 'restore']

describe('what may be done with a folder of this device', () => {
  for (const [folder, ...expected] of TABLE)
    it(`is decided for ${folder}`, () => {
      const found = [OWN, ADMIN, HERE].map((asker) =>
        DEEDS_IN_ORDER.map((deed) => (may(deed, folder, asker, RULES).may ? '+' : '-')).join(''),
      )
      assert.deepEqual(found, expected)
    })

  it('is less for everybody where the home was turned off, and nothing where nothing was named', () => {
    const withoutHome = { ...RULES, home: null }
    for (const deed of ['browse', 'backup'] as const)
      assert.equal(may(deed, '/home/ann/Documents', OWN, withoutHome).may, false)
    const bare: Rules = { ...withoutHome, base: null, allowed: [] }
    for (const deed of DEEDS_IN_ORDER)
      for (const [folder] of TABLE) assert.equal(may(deed, folder, OWN, bare).may, false, `${deed} ${folder}`)
  })

  it('names the command that would allow it, as a shell takes it', () => {
    const why = (deed: Deed, folder: string) => {
      const verdict = may(deed, folder, ADMIN, RULES)
      return verdict.may ? assert.fail('it may') : verdict.why
    }
    assert.match(why('map', '/srv/new'), /: holdfast-agent allow \/srv\/new --map$/)
    assert.match(why('restore', "/srv/Ann's files"), /allow '\/srv\/Ann'\\''s files' --restore$/)
    assert.doesNotMatch(why('map', '/etc'), /holdfast-agent allow/, 'nothing allows that')
  })

  it('gives owners back only where somebody allowed restores by name', () => {
    const owners = (folder: string, asker: Asker) => {
      const verdict = may('restore', folder, asker, RULES)
      return verdict.may && verdict.owners
    }
    assert.deepEqual(
      [owners('/srv/plans', ADMIN), owners('/home/ann/Holdfast', OWN), owners('/home/ann/x', HERE)],
      [true, false, true],
    )
  })

  it('shows above a folder only the way to it', () => {
    const seen = (folder: string, asker: Asker) => [...namesToBrowsed(folder, asker, RULES)].sort()
    assert.deepEqual(seen('/', ADMIN), ['home', 'srv'])
    assert.deepEqual(seen('/srv', ADMIN), ['plans'])
    assert.deepEqual(seen('/home', OWN), ['ann'])
    assert.deepEqual(seen('/home/ann', ADMIN), ['Holdfast'])
    assert.deepEqual(seen('/srv/plans', ADMIN), [])
    assert.deepEqual(seen('/etc', ADMIN), [])
  })

  it('keeps out of keys and start-up files whatever lies on the way to them', () => {
    for (const path of ['/home/ann/.ssh', '/home/ann/.Ssh/id', '/home/ann/.bashrc'])
      assert.ok(isSecret(path, RULES), path)
    assert.ok(!isSecret('/home/ann/.config', RULES) && leadsToSecret('/home/ann/.config', RULES))
    assert.ok(!leadsToSecret('/home/ann/.bashrc.old', RULES))
  })

  it('knows the homes of people from those of programs', () => {
    const users = [
      'root:x:0:0:root:/root:/bin/bash',
      'daemon:x:1:1::/usr/sbin:/x',
      'sync:x:4:65534::/:/bin/sync',
    ]
    users.push('ann:x:1000:1000:Ann:/home/ann:/bin/bash', 'nobody:x:65534:65534::/nonexistent:/x', '', 'odd')
    users.push('whole:x:1001:1001::/:/bin/sh', 'relative:x:1002:1002::home:/bin/sh')
    assert.deepEqual(homesIn(users.join('\n')), ['/root', '/home/ann'])
  })
})
