import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGroup, getGroupMembers } from '@holdfast/api/accounts/groups'
import { getPerson, listOrganizationPersons } from '@holdfast/api/accounts/people'
import { importPersons, type PersonsImportRow } from '@holdfast/api/accounts/people-import'
import { withReason } from '@holdfast/api/errors'
import type { OrganizationId } from '@holdfast/api/ids'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const ROOT = 1 as OrganizationId

for (const stack of STACKS)
  describe(`a list of persons on ${stack.name}`, () => {
    const world = useWorld(stack)
    let made = 0
    const fresh = () => `listed${++made}@example.test`

    async function company(policy = {}) {
      const id = await world.organization(policy)
      return { id, boss: await world.person({ organizationId: id, siteAdmin: true }) }
    }
    const send = (who: Someone, organization_id: OrganizationId, csv: string, dry_run?: boolean) =>
      who.call(importPersons, { organization_id, csv, ...(dry_run !== undefined && { dry_run }) })
    const count = async (who: Someone, organization_id: OrganizationId) =>
      (await who.call(listOrganizationPersons, { organization_id })).total
    const outcomes = (rows: PersonsImportRow[]) => rows.map(({ row, status, error }) => [row, status, error])
    const activities = (id: OrganizationId) =>
      world.service.ctx.db.read
        .selectFrom('activity')
        .select(['data_text', 'actor_person_id'])
        .where('acted_on_company_id', '=', id)
        .where('activity_type_id', '=', 46)
        .execute()

    it('is checked, then added', async () => {
      const { id, boss } = await company()
      const [ann, bob] = [fresh(), fresh()]
      const list = `email,first_name,last_name\n${ann},Ann,Lee\n${bob},Bob,Ray\n`
      const rehearsed = await send(boss, id, list)
      assert.deepEqual(
        { ...rehearsed, rows: outcomes(rehearsed.rows) },
        {
          type: 'persons_import',
          dry_run: true,
          total: 2,
          created: 2,
          failed: 0,
          rows: [
            [2, 'would_create', null],
            [3, 'would_create', null],
          ],
        },
      )
      assert.equal(await count(boss, id), 1, 'nothing is written')
      assert.deepEqual([await world.sent(ann), await activities(id)], [[], []])

      const done = await send(boss, id, list, false)
      assert.deepEqual([done.dry_run, done.created, done.failed, await count(boss, id)], [false, 2, 0, 3])
      assert.deepEqual(
        done.rows.map(({ email, status }) => [email, status]),
        [
          [ann, 'created'],
          [bob, 'created'],
        ],
      )
      const person = await boss.call(getPerson, { person_id: ann })
      assert.deepEqual([person.id, person.display_name], [done.rows[0]?.person_id, 'Ann Lee'])
      assert.match((await world.sent(ann))[0]?.text ?? '', /\/account\/password\?token=/)
      assert.deepEqual(await activities(id), [{ data_text: '2 created, 0 failed', actor_person_id: boss.id }])
      await checkInvariants(world.service.ctx.db.read)
    })

    it('may have every column, in any order and case', async () => {
      const { id, boss } = await company()
      const [sales, office] = await Promise.all(
        ['Sales', 'Büro'].map((name) => boss.call(createGroup, { company_id: id, name })),
      )
      const email = fresh()
      const header =
        'LOCALE;Timezone;groups;group_ids;quota_50;quota_100;send_welcome_email;create_root;webdav;site_admin;' +
        'mobile_phone;space_quota;generate_password;password;pw_expires; Last_Name ;first_name;E-MAIL'
      const values =
        `de_DE;Europe/Berlin; sales | BÜRO ;${sales?.id};true;FALSE;true;false;true;true;` +
        `+49 170 1234567;5000;;${PASSWORD};;"O""Neil; jr.";Ann;${email}`
      await assert.rejects(send(boss, id, `${header}\n${values}`), { message: /unknown columns: e-mail\)$/ })
      const { rows } = await send(boss, id, `${header.replace('E-MAIL', 'EMAIL')}\n${values}`, false)
      assert.deepEqual(outcomes(rows), [[2, 'created', null]])
      const ann = await boss.call(getPerson, { person_id: email })
      assert.deepEqual(
        [ann.last_name, ann.locale, ann.timezone, ann.webdav, ann.site_admin, ann.mobile_phone],
        ['O"Neil; jr.', 'de_DE', 'Europe/Berlin', true, true, '+49 170 1234567'],
      )
      assert.deepEqual([ann.space_quota, ann.root_id], [5000, null])
      for (const group of [sales, office]) {
        const { members } = await boss.call(getGroupMembers, { group_id: group?.id ?? (0 as never) })
        assert.deepEqual(members, [ann.id])
      }
      assert.equal((await world.signIn(email)).id, ann.id)
      assert.match((await world.sent(email))[0]?.text ?? '', /du hast ein neues Konto/)
    })

    it('comes urlencoded, as JSON, and as a part or a file of a form', async () => {
      const { id, boss } = await company()
      const path = `/api/2/organization/${id}/persons/import`
      const list = (email: string) => `\ufeffemail\tfirst_name\tlast_name\r\n${email}\t"Ånn May"\tLee\r\n`
      const json = { ...boss.bearer, 'content-type': 'application/json' }
      const inForm = (name: 'csv' | 'file', email: string) => {
        const body = new FormData()
        if (name === 'csv') body.append('csv', list(email))
        else body.append('file', new Blob([list(email)], { type: 'text/csv' }), 'persons.csv')
        body.append('dry_run', 'false')
        return { body, headers: boss.bearer }
      }
      const ways: ((email: string) => RequestInit)[] = [
        (email) => ({ body: JSON.stringify({ csv: list(email), dry_run: false }), headers: json }),
        (email) => ({
          body: new URLSearchParams({ csv: list(email), dry_run: 'false' }),
          headers: boss.bearer,
        }),
        (email) => inForm('csv', email),
        (email) => inForm('file', email),
      ]
      for (const way of ways) {
        const email = fresh()
        const { status, body } = await world.request(path, { method: 'POST', ...way(email) })
        assert.deepEqual([status, body.created], [200, 1], JSON.stringify(body))
        assert.equal((await boss.call(getPerson, { person_id: email })).first_name, 'Ånn May')
      }
      const both = inForm('file', fresh())
      both.body.append('csv', 'email')
      const refused = await world.request(path, { method: 'POST', ...both })
      const { error_description, error_reason } = refused.body
      assert.deepEqual(
        [error_description, error_reason],
        ['Invalid value for parameter: csv', 'send either file or csv'],
      )
      const none = await world.post(path, {}, boss.bearer)
      assert.deepEqual([none.status, none.error], [400, 'no_file_received'])
      const latin = new FormData()
      latin.append('file', new Blob([Buffer.from('email\nÅ', 'latin1')]), 'persons.csv')
      const garbled = await world.request(path, { method: 'POST', headers: boss.bearer, body: latin })
      assert.equal(garbled.body.error_description, 'Invalid value for parameter: file')
      assert.equal(garbled.body.error_reason, 'not valid UTF-8')
    })

    it('tells of each row what is wrong with it, and adds the others', async () => {
      const { id, boss } = await company()
      const [ann, bob, cid] = [fresh(), fresh(), fresh()]
      const list = [
        'email,first_name,last_name,password,groups,group_ids,space_quota,site_admin',
        `${ann},Ann,Lee,,,,,`,
        `${ann.toUpperCase()},Ann,Twice,,,,,`,
        `${boss.email},Boss,Two,,,,,`,
        'nobody,No,Body,,,,,',
        `${fresh()},,Lee,,,,,`,
        `${fresh()},Ann,Lee,short,,,,`,
        `${fresh()},Ann,Lee,,Nowhere,,,`,
        `${fresh()},Ann,Lee,,,999999,,`,
        `${fresh()},Ann,Lee,,,,much,`,
        `${fresh()},Ann,Lee,,,,,perhaps`,
        `${bob},Bob,Ray`,
        ',Ann,Lee,,,,,',
        `${cid},Cid,Day,,,,,`,
      ].join('\n')
      const expected: [string, string | null, RegExp][] = [
        ['would_create', null, /^null$/],
        ['failed', 'name_conflict', /already in use/],
        ['failed', 'name_conflict', /already in use/],
        ['failed', 'invalid_request', /email/],
        ['failed', 'invalid_request', /first_name/],
        ['failed', 'invalid_request', /password/],
        ['failed', 'invalid_request', /groups \(there is no group named Nowhere/],
        ['failed', 'invalid_request', /group_ids \(there is no group 999999/],
        ['failed', 'invalid_request', /space_quota/],
        ['failed', 'invalid_request', /site_admin/],
        ['failed', 'invalid_request', /csv \(the row has 3 values, but the header has 8/],
        ['failed', 'invalid_request', /Missing required parameter: email/],
        ['would_create', null, /^null$/],
      ]
      for (const dryRun of [true, false]) {
        const { total, created, failed, rows } = await send(boss, id, list, dryRun)
        assert.deepEqual([total, created, failed], [13, 2, 11])
        for (const [index, [status, error, description]] of expected.entries()) {
          const row = rows[index] ?? assert.fail()
          const told = dryRun ? status : status.replace('would_create', 'created')
          assert.deepEqual([row.row, row.status, row.error], [index + 2, told, error], JSON.stringify(row))
          assert.match(withReason(String(row.error_description), row.error_reason), description)
        }
      }
      const again = await send(boss, id, list.replace(`${bob},Bob,Ray`, `${bob},Bob,Ray,,,,,`), false)
      assert.equal(again.created, 1, 'the same list goes on where it failed')
      assert.deepEqual(
        again.rows.filter(({ status }) => status === 'created').map(({ email }) => email),
        [bob],
      )
      assert.deepEqual(
        again.rows.filter(({ email }) => [ann, cid].includes(email)).map(({ error }) => error),
        ['name_conflict', 'name_conflict'],
      )
      assert.deepEqual(
        (await activities(id)).map(({ data_text }) => data_text),
        ['2 created, 11 failed', '1 created, 12 failed'],
      )
    })

    it('names the column that is wrong, and whose an address is', async () => {
      const { id, boss } = await company()
      const elsewhere = await world.person()
      const ann = fresh()
      const list = [
        'email,first_name,last_name,password,groups,space_quota,locale',
        `${ann},Ann,Lee,,,,`,
        `${ann},Ann,Lee,,,,`,
        `${boss.email.toUpperCase()},Boss,Two,,,,`,
        `${elsewhere.email},Else,Where,,,,`,
        'nobody,No,Body,,,,',
        `${fresh()},,Lee,,,,`,
        `${fresh()},Ann,Lee,short,,,`,
        `${fresh()},Ann,Lee,,Nowhere,,`,
        `${fresh()},Ann,Lee,,,much,`,
        `${fresh()},Ann,Lee,,,,somewhere`,
        `${fresh()},Ann`,
      ].join('\n')
      for (const dryRun of [true, false]) {
        const { rows } = await send(boss, id, list, dryRun)
        const made = rows[0]?.person_id ?? null
        assert.equal(made === null, dryRun)
        assert.deepEqual(
          rows.map(({ column, person_id }) => [column, person_id]),
          [
            [null, made],
            ['email', made],
            ['email', boss.id],
            ['email', null],
            ['email', null],
            ['first_name', null],
            ['password', null],
            ['groups', null],
            ['space_quota', null],
            ['locale', null],
            [null, null],
          ],
        )
      }
    })

    it('tells beforehand what administrators above may not give in privacy mode', async () => {
      const home = await company()
      const below = await world.organization({}, home.id)
      await world.changeOrganization(below, { privacy_mode: 1 })
      const list = (columns: string, ...values: string[]) =>
        [
          `email,first_name,last_name,${columns}`,
          ...values.map((value) => `${fresh()},Ann,Lee,${value}`),
        ].join('\n')
      const admins = list('site_admin', 'true', 'true', '')
      for (const dryRun of [true, false]) {
        const { rows } = await send(home.boss, below, admins, dryRun)
        const [first, second, third] = rows.map(({ error }) => error)
        assert.deepEqual([first, second, third], [null, 'forbidden', null], String(dryRun))
      }
      const owner = await world.person({ organizationId: below, siteAdmin: true })
      const { id: group } = await owner.call(createGroup, { company_id: below, name: 'Crew' })
      for (const dryRun of [true, false]) {
        const refused = await send(home.boss, below, list('group_ids', String(group), ''), dryRun)
        assert.deepEqual(
          refused.rows.map(({ error }) => error),
          ['forbidden', null],
        )
        assert.equal((await send(owner, below, list('group_ids', String(group)), dryRun)).created, 1)
      }
    })

    it('fills an organization up to its limit', async () => {
      const { id, boss } = await company({ num_users_maximum: 3 })
      const rows = () => [fresh(), 'nobody', fresh(), fresh(), fresh()].map((email) => `${email},Ann,Lee`)
      const list = ['email,first_name,last_name', ...rows()].join('\n')
      for (const dryRun of [true, false]) {
        const told = await send(boss, id, list, dryRun)
        assert.deepEqual(
          told.rows.map(({ error }) => error),
          [null, 'invalid_request', null, 'user_limit_exceeded', 'user_limit_exceeded'],
        )
      }
      assert.equal(await count(boss, id), 3)
    })

    it('is refused whole when it is none', async () => {
      const { id, boss } = await company()
      const wrong: [string, RegExp][] = [
        ['email,first_name\nx@example.test,Ann', /csv \(missing columns: last_name\)$/],
        ['first_name', /missing columns: email, last_name/],
        ['email,first_name,last_name,colour,__proto__', /unknown columns: colour, __proto__\)$/],
        ['email,first_name,last_name,company_id', /unknown columns: company_id\)$/],
        ['email,first_name,last_name,', /unknown columns: \(no name\)\)$/],
        ['email,first_name,last_name,System_Admin', /remove the column system_admin/],
        ['email,first_name,last_name,Email', /duplicate column: email/],
        ['email,first_name,last_name\n"x', /line 2 cannot be read: a quote is not closed/],
        ['\n\n', /empty/],
        [`email,first_name,last_name${'\na,b,c'.repeat(10_001)}`, /up to 10000 rows/],
        [`email,first_name,last_name\n${'x'.repeat(5 * 1024 * 1024)}`, /up to 5 MiB/],
      ]
      for (const [list, message] of wrong)
        await assert.rejects(send(boss, id, list, false), { code: 'invalid_request', message })
      const huge = 'x'.repeat(17 * 1024 * 1024)
      await assert.rejects(send(boss, id, huge), { code: 'invalid_request', message: /too large/ })
      assert.deepEqual((await send(boss, id, 'email,first_name,last_name')).rows, [])
    })

    it('is taken from administrators who may add accounts there', async () => {
      const { id, boss } = await company()
      const list = () => `email,first_name,last_name\n${fresh()},Ann,Lee`
      const plain = await world.person({ organizationId: id })
      for (const [who, where] of [
        [plain, id],
        [boss, ROOT],
        [boss, (await company()).id],
      ] as const)
        for (const dryRun of [true, false])
          await assert.rejects(send(who, where, list(), dryRun), { code: 'forbidden' })
      const admin = await world.admin()
      await assert.rejects(send(admin, 999_999 as OrganizationId, list()), { code: 'not_found' })
      assert.equal((await send(admin, id, list(), false)).created, 1)
      const shut = await company({ admin_create_users: false })
      await assert.rejects(send(shut.boss, shut.id, list()), { message: /admin_create_users/ })
      const nobody = await world.post(`/api/2/organization/${id}/persons/import`, { csv: list() })
      assert.equal(nobody.error, 'access_denied')
    })
  })
