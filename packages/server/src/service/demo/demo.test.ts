import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { listAuthSources } from '@holdfast/api/accounts/auth-sources'
import { listOrganizationGuests } from '@holdfast/api/accounts/guests'
import {
  listChildOrganizations,
  listOrganizationMachines,
  listOrganizationShares,
  type Organization,
} from '@holdfast/api/accounts/organizations'
import { listOrganizationPersons } from '@holdfast/api/accounts/people'
import { getMachineHealth } from '@holdfast/api/devices/fleet'
import { compareStates } from '@holdfast/api/files/history'
import { undoChanges } from '@holdfast/api/files/history-undo'
import { listFileRevisions } from '@holdfast/api/files/revisions'
import { searchRoot } from '@holdfast/api/files/search'
import { getSnapshot, type SyncEntry } from '@holdfast/api/files/sync'
import { getThumbnail } from '@holdfast/api/files/thumbnails'
import type { GuestId, OrganizationId, RootId } from '@holdfast/api/ids'
import { listAlerts } from '@holdfast/api/oversight/alerts'
import { listBrakes } from '@holdfast/api/oversight/brakes'
import { getUsageHistory } from '@holdfast/api/oversight/figures'
import { listGuestShares, listPersonSharelinks } from '@holdfast/api/sharing/links'
import { CheckedClient } from '@holdfast/server/testkit/servers/checked-client'
import { runCommand, type Serving, startDemo } from '@holdfast/server/testkit/servers/command-line'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { Someone } from '@holdfast/server/testkit/servers/world'
import { emailOf, GUESTS, ORGANIZATIONS, type PersonKey } from './cast/cast.ts'

const HARBOR = 1 as OrganizationId

describe('the demonstration', { timeout: 600_000 }, () => {
  let dir: string
  let folder: string
  let serving: Serving
  let signIns: string
  before(async () => {
    dir = await makeTempDir()
    folder = path.join(dir, 'data-demo')
    await start()
  })
  after(() => serving.stop())

  async function start(): Promise<void> {
    serving = await startDemo(dir)
    await serving.saying(/sign-ins\.txt/)
    signIns = await readFile(path.join(folder, 'sign-ins.txt'), 'utf8')
  }
  const password = () => /^Password for all accounts: (\S+)$/m.exec(signIns)?.[1] ?? ''
  const signedIn = async (email: string): Promise<Someone> => {
    const someone = new Someone(serving.url, email)
    await someone.signIn(email, password())
    return someone
  }
  const as = (key: PersonKey) => signedIn(emailOf(key))
  /** Also guests, who have no account to be asked for. */
  const letIn = async (email: string): Promise<CheckedClient> => {
    const client = new CheckedClient({ baseUrl: serving.url })
    await client.signIn(email, password())
    return client
  }

  async function allBelow(who: Someone, organization_id: OrganizationId): Promise<Organization[]> {
    const { results } = await who.call(listChildOrganizations, { organization_id })
    const below = await Promise.all(results.map(({ id }) => allBelow(who, id)))
    return [...results, ...below.flat()]
  }
  const idOf = async (who: Someone, { slug }: { slug: string }): Promise<OrganizationId> => {
    const found = (await allBelow(who, HARBOR)).find((organization) => organization.slug === slug)
    assert.ok(found, slug)
    return found.id
  }
  const shareOf = async (who: Someone, organization_id: OrganizationId, name: string) => {
    const { results } = await who.call(listOrganizationShares, { organization_id })
    return results.find((share) => share.name === name)?.id ?? assert.fail(name)
  }
  async function liveFiles(who: Someone, root_id: RootId): Promise<SyncEntry[]> {
    const entries: SyncEntry[] = []
    for (let after: string | undefined, more = true; more; ) {
      const page = await who.call(getSnapshot, { root_id, ...(after !== undefined && { after }) })
      entries.push(...page.results)
      after = page.next ?? undefined
      more = page.next !== null
    }
    const folders = new Map(entries.flatMap((one) => (one.kind === 'folder' ? [[one.entry_id, one]] : [])))
    const isThere = (parent: SyncEntry['parent_id']): boolean =>
      parent === (0 as never) || (folders.has(parent) && isThere(folders.get(parent)?.parent_id as never))
    return entries.filter(({ kind, parent_id }) => kind === 'file' && isThere(parent_id))
  }

  it('has as much as it says', async () => {
    const amara = await as('amara')
    const ids = [HARBOR, ...(await allBelow(amara, HARBOR)).map(({ id }) => id)]
    // Nobody above sees the files of an organization in privacy mode.
    const daniel = await as('daniel')
    const counts = { people: 0, guests: 0, files: 0, shares: 0 }
    const devices = new Set<string>()
    for (const organization_id of ids) {
      counts.people += (await amara.call(listOrganizationPersons, { organization_id })).total
      counts.guests += (await amara.call(listOrganizationGuests, { organization_id })).total
      // Of those that signed in for this test, none has a name.
      for (const { dns_name } of (await amara.call(listOrganizationMachines, { organization_id })).results)
        if (dns_name) devices.add(dns_name)
      const { results } = await amara.call(listOrganizationShares, { organization_id })
      counts.shares += results.length
      const isPrivate = organization_id === (await idOf(amara, ORGANIZATIONS.orchard))
      for (const { id } of results) counts.files += (await liveFiles(isPrivate ? daniel : amara, id)).length
    }
    const { people, guests, files, shares } = counts
    const said = `${ids.length} organizations, ${people} people, ${guests} guests, ${devices.size} devices, ${files.toLocaleString('en')} files in ${shares} team shares.`
    assert.ok(signIns.includes(said), `${said}\n${signIns}`)
    assert.ok(files > 1900)
  })

  it('lets in whom it names', async () => {
    const emails = signIns.match(/^\S+@\S+\.example$/gm) ?? []
    assert.equal(emails.length, 6)
    for (const email of emails) assert.ok((await letIn(email)).session, email)
  })

  it('has what its administrators are to look at', async () => {
    const jonas = await as('jonas')
    const kindsAt = async (organization: { slug: string }) => {
      const organization_id = await idOf(jonas, organization)
      return (await jonas.call(listAlerts, { organization_id })).results.map(({ kind }) => kind).sort()
    }
    assert.deepEqual(await kindsAt(ORGANIZATIONS.brightwater), ['directory_failed', 'machines_unreachable'])
    assert.deepEqual(await kindsAt(ORGANIZATIONS.linden), ['brake', 'trial_ending'])
    assert.deepEqual(await kindsAt(ORGANIZATIONS.orchard), ['backups_late', 'space_quota'])
    const { results: own } = await jonas.call(listAlerts, { organization_id: HARBOR })
    assert.deepEqual(
      // The certificate of a test run lasts for a few days only.
      own.filter(({ kind }) => kind !== 'certificate_ending').map(({ kind, count }) => [kind, count]),
      [['setup_open', 1]],
    )
    const { results: days } = await jonas.call(getUsageHistory, { organization_id: HARBOR })
    assert.ok(days.length > 200 && days.every(({ own: { accounts } }) => accounts === 4))
    const [brake, ...others] = (await jonas.call(listBrakes, { open_only: true })).results
    const deleted = Number(/Reception-PC deleted (\d+) files/.exec(signIns)?.[1])
    assert.deepEqual([brake?.machine_name, brake?.deleted, brake?.paused], ['Reception-PC', deleted, true])
    assert.deepEqual(others, [])

    const linden = await idOf(jonas, ORGANIZATIONS.linden)
    await assert.rejects(as('elif'), { code: 'account_locked' })
    const brightwater = await idOf(jonas, ORGANIZATIONS.brightwater)
    const [source] = (await jonas.call(listAuthSources, { organization_id: brightwater })).results
    assert.deepEqual([source?.nickname, source?.last_import?.status], ['Head office', 'failed'])
    const { results: machines } = await jonas.call(listOrganizationMachines, { organization_id: brightwater })
    const healths = await Promise.all(
      machines.map(({ id }) => jonas.call(getMachineHealth, { machine_id: id })),
    )
    assert.equal(healths.filter(({ unreachable_since }) => unreachable_since).length, 1)
    assert.equal(healths.filter(({ signed_out }) => signed_out).length, 1)

    const samira = await as('samira')
    const root_id = await shareOf(samira, linden, 'Patients')
    const wish = { root_id, from_seq: brake?.first_seq as number, dry_run: true }
    assert.equal((await samira.call(undoChanges, wish)).restored, deleted)
  })

  it('has an incident that was undone, with what others did meanwhile', async () => {
    const priya = await as('priya')
    const brightwater = await idOf(await as('amara'), ORGANIZATIONS.brightwater)
    const root_id = await shareOf(priya, brightwater, 'Harbour hall')
    const [brake, ...others] = (await priya.call(listBrakes, { root_id })).results
    assert.deepEqual(others, [])
    assert.ok(brake)
    const renamed = Number(/renamed (\d+) files/.exec(signIns)?.[1])
    assert.deepEqual([brake.state, brake.renamed, brake.machine_name], ['undone', renamed, 'site-tablet'])
    assert.deepEqual((await priya.call(searchRoot, { root_id, q: 'locked' })).results, [])
    // Up to its last change, before anything was undone.
    const during = { root_id, from: String(brake.first_seq - 1), to: String(brake.last_seq), limit: 500 }
    const { results } = await priya.call(compareStates, during)
    assert.equal(results.filter((one) => one.after?.name.endsWith('.locked')).length, renamed)

    const ann = await as('ann')
    const [quote] = (await ann.call(searchRoot, { root_id, q: '001' })).results
    assert.ok(quote?.type === 'file')
    const { total } = await ann.call(listFileRevisions, { root_id, file_id: quote.id })
    assert.ok(total > 2, 'she saved it twice in those minutes')
    const [photo] = (await ann.call(searchRoot, { root_id, q: '0001' })).results
    assert.ok(photo?.type === 'file')
    const thumbnail = await ann.open(getThumbnail, { root_id, file_id: photo.id, size: 256 })
    assert.equal((await thumbnail.arrayBuffer().then(Buffer.from)).toString('latin1', 8, 12), 'WEBP')
  })

  it('has links that were used as often as it says, and guests who see theirs', async () => {
    const ann = await as('ann')
    const { results } = await ann.call(listPersonSharelinks, { person_id: ann.id })
    const offers = results.find((link) => link.type === 'folder_sharelink' && link.folder.name === 'Offers')
    assert.equal(`${offers?.times_viewed}`, /“Offers” is public and has (\d+) views/.exec(signIns)?.[1])
    assert.equal(offers?.login_required, false)
    const dana = await letIn(GUESTS.dana.email)
    const amara = await as('amara')
    const organization_id = await idOf(amara, ORGANIZATIONS.brightwater)
    const guests = await amara.call(listOrganizationGuests, { organization_id })
    const guest_id = guests.results.find(({ email }) => email === GUESTS.dana.email)?.id as GuestId
    assert.equal((await dana.call(listGuestShares, { guest_id })).results.length, 2)
  })

  it('is without contradictions, and goes on with its world when it is started again', async () => {
    const ann = await as('ann')
    const { id } = await ann.upload('mine.txt', 'kept')
    assert.equal(await serving.stop('SIGINT'), 0)
    for (const args of [
      ['verify', '--content'],
      ['verify', '--activity'],
    ]) {
      const { code, output } = await runCommand(dir, args, { HOLDFAST_DATA_DIR: folder })
      assert.equal(code, 0, output)
    }
    const before = signIns
    await start()
    assert.equal(signIns, before)
    assert.equal(serving.lines.filter((line) => line.includes('Creating')).length, 0)
    assert.equal(String(await (await as('ann')).download(id)), 'kept')
  })

  it('refuses a folder that has anything else in it, and leaves that as it is', async () => {
    const other = path.join(dir, 'other')
    await mkdir(other)
    await writeFile(path.join(other, 'mine.txt'), 'mine')
    const settings = { HOLDFAST_DATA_DIR: other, HOLDFAST_PORT: '0' }
    const { code, errors } = await runCommand(dir, ['demo'], settings)
    assert.equal(code, 1)
    assert.equal(errors, `${other} is not empty. Choose another folder with HOLDFAST_DATA_DIR.`)
    assert.deepEqual(await readdir(other), ['mine.txt'])
  })
})
