import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getOrganizationBrand } from '@holdfast/api/accounts/brand'
import * as organizations from '@holdfast/api/accounts/organizations'
import { listOrganizationPersons } from '@holdfast/api/accounts/people'
import { keyFileOf } from '@holdfast/server/testkit/database/installation'
import { RunningClock } from '@holdfast/server/testkit/servers/clock'
import { runCommandHere } from '@holdfast/server/testkit/servers/command-here'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`a new customer at the command line on ${stack.name}`, () => {
    // Commands look at the clock of the machine.
    const world = useWorld(stack, { clock: new RunningClock() })
    const run = (...args: string[]) =>
      runCommandHere(['new-customer', ...args], {
        ...settingsOf(world.place),
        HOLDFAST_MASTER_KEY_FILE: keyFileOf(world.place),
      })
    const kim = [
      '--name',
      'Linden Dental',
      '--admin-email',
      'kim@linden.test',
      '--admin-first-name',
      'Kim',
      '--admin-last-name',
      'Lee',
    ]

    it('is there once, however often the command runs', async () => {
      const home = await world.organization()
      const msp = await world.person({ organizationId: home, siteAdmin: true })
      const first = await run(String(home), ...kim, '--trial', '--color', '#0A7F5A')
      assert.deepEqual([first.code, first.errors], [0, ''])
      assert.match(first.output, /^Organization “Linden Dental”: done$/m)
      assert.match(first.output, /^Administrator kim@linden\.test, .*: done$/m)
      assert.match(first.output, /^Color #0A7F5A: done$/m)
      assert.match(first.output, /Hello Kim,[\s\S]*sign in at \S+ as kim@linden\.test\./)

      const again = await run(String(home), ...kim, '--color', '#0a7f5a', '--share', 'Patients')
      assert.deepEqual([again.code, again.errors], [0, ''])
      assert.equal(again.output.match(/: was there already$/gm)?.length, 3)
      assert.match(again.output, /^Team share “Patients”: done$/m)
      await run(String(home), ...kim, '--share', 'Patients')

      const list = await msp.call(organizations.listChildOrganizations, { organization_id: home })
      const [{ id: organization_id, slug, trial_until, email } = assert.fail('none was made')] = list.results
      assert.deepEqual([list.total, slug, email], [1, 'linden-dental', 'kim@linden.test'])
      assert.ok(trial_until)
      const people = await msp.call(listOrganizationPersons, { organization_id })
      assert.deepEqual(
        people.results.map((person) => [person.email, person.site_admin]),
        [['kim@linden.test', true]],
      )
      const shares = await msp.call(organizations.listOrganizationShares, { organization_id })
      assert.deepEqual(
        shares.results.map(({ name }) => name),
        ['Patients'],
      )
      assert.equal((await msp.call(getOrganizationBrand, { organization_id })).own_color, '#0a7f5a')
      assert.equal((await world.sent('kim@linden.test')).length, 1, 'one email to set a password')
    })

    it('says which step failed, and continues there', async () => {
      const home = await world.organization()
      const taken = await world.person()
      const given = ['--name', `Orchard ${home}`, '--admin-first-name', 'Ina', '--admin-last-name', 'Berg']
      const failed = await run(String(home), ...given, '--admin-email', taken.email)
      assert.equal(failed.code, 1)
      assert.match(failed.output, /^Organization “Orchard \d+”: done$/m)
      assert.match(failed.errors, /^Administrator .*already in use\. To continue, run the command again/)
      const done = await run(String(home), ...given, '--admin-email', `ina@orchard${home}.test`)
      assert.deepEqual([done.code, done.errors], [0, ''])
      assert.match(done.output, /^Organization “Orchard \d+”: was there already$/m)
    })

    it('takes what it needs, and nothing else', async () => {
      for (const args of [
        [],
        ['1'],
        ['1', '--name', 'Linden'],
        [...kim],
        ['1', ...kim, '--trial-until', 'soon'],
      ]) {
        const { code, errors } = await run(...args)
        assert.equal(code, 1)
        assert.match(errors, /Usage: holdfast new-customer/)
      }
      assert.match((await run('nowhere', ...kim)).errors, /No organization has the id or slug “nowhere”/)
    })
  })
