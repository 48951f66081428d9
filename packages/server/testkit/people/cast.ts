import { createHash } from 'node:crypto'
import { createGroup } from '@holdfast/api/accounts/groups'
import { createGuest } from '@holdfast/api/accounts/guests'
import { closeOrganization } from '@holdfast/api/accounts/organization-closing'
import {
  createOrganization,
  deleteOrganization,
  setOrganizationLicense,
  updateOrganizationPolicy,
} from '@holdfast/api/accounts/organizations'
import { createPerson } from '@holdfast/api/accounts/people'
import { createMachineBackup } from '@holdfast/api/devices/backups'
import { createMachineMapping } from '@holdfast/api/devices/machines'
import { orderZip } from '@holdfast/api/files/file-zips'
import { createFolderInFolder, createFolderInRoot, deleteFile, deleteFolder } from '@holdfast/api/files/files'
import { starItem } from '@holdfast/api/files/preferences'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, MachineId, OrganizationId, PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import type { AnyOperation } from '@holdfast/api/operation'
import { createAlertRule, testAlertRule } from '@holdfast/api/oversight/alert-rules'
import { listRequestSenders, setFileRequest } from '@holdfast/api/sharing/file-requests'
import { handOverFiles } from '@holdfast/api/sharing/hand-over'
import { shareFile, shareFolder } from '@holdfast/api/sharing/links'
import { createShare } from '@holdfast/api/sharing/shares'
import { createAppPassword } from '@holdfast/api/sign-in/app-passwords'
import { createApplication } from '@holdfast/api/sign-in/applications'
import { listSessions } from '@holdfast/api/sign-in/sessions'
import { OPERATIONS } from '../../src/http/app.ts'
import { ACTIVITY_TYPES } from '../../src/records/activity/types.ts'
import { insertMute, listMutes } from '../../src/records/notices.ts'
import { PASSWORD, type Someone, type World } from '../servers/world.ts'
import { fileServer } from './devices.ts'
import { finishExport } from './exports.ts'
import { givenUpJob } from './system-jobs.ts'

/** Stands in every name, address and text of the cast, so that an answer which holds it gives something away. */
export const MARK = 'quaggy'
/** The one who runs the installation. */
export const SYSTEM_ADMINISTRATOR = 'the system administrator'
/** No id of anything. */
export const NOTHING = 987_654_321

/** `own` and `sibling` are below `parent`, `child` below `own`. */
export const PLACES = ['parent', 'own', 'child', 'sibling'] as const
export type Place = (typeof PLACES)[number]
const ABOVE: Record<Place, Place | 'root'> = {
  parent: 'root',
  own: 'parent',
  child: 'own',
  sibling: 'parent',
}

export interface Caller {
  name: string
  kind: 'administrator' | 'person' | 'guest'
  place: Place | 'root'
  /** The account that the things of its place belong to. */
  owner: boolean
  headers: { authorization: string }
}

/** A value for each parameter that names something of one organization. */
export type Ids = Record<string, number | string>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** What the file of a place holds: a single chunk, of its own for each place. */
const contentOf = (place: Place): string => `${MARK} ${place}`
/** The bytes that a place's `sha256` names. */
export const chunkNamed = (hash: unknown): string =>
  contentOf(PLACES.find((place) => sha256(contentOf(place)) === hash) ?? 'own')

/** What is used up by operations that end or lock it. */
export type Spare =
  | 'organization'
  | 'closing'
  | 'person'
  | 'handed_over'
  | 'export'
  | 'star'
  | 'alert_rule'
  | 'system_job'
  | 'guest'
  | 'group'
  | 'share'
  | 'application'
  | 'file'
  | 'folder'
  | 'session'
  | 'app_password'
  | 'deleted_file'
  | 'deleted_folder'
  | 'old_revision'
  | 'auth_source'
  | 'sharelink'
  | 'shared'
  | 'request'
  | 'mute'
  | 'machine'
  | 'mapping'
  | 'backup'
  | 'zip'
  | 'brake'

/** Whether an administrator of one organization is one of another. */
export function isAtOrAbove(place: Place | 'root', other: Place | 'root'): boolean {
  return place === other || (other !== 'root' && isAtOrAbove(place, ABOVE[other]))
}

const served = (name: string): AnyOperation | undefined => OPERATIONS.find((op) => op.name === name)

/** Four organizations, each with one of everything, and those who ask for it. */
export class Cast {
  readonly callers: Caller[] = []
  readonly targets = {} as Record<Place, Ids>
  readonly #owners = {} as Record<Place, Someone>
  readonly #world: World
  readonly #admin: Someone
  #made = 0

  private constructor(world: World, admin: Someone) {
    this.#world = world
    this.#admin = admin
  }

  static async assemble(world: World): Promise<Cast> {
    const cast = new Cast(world, await world.admin())
    cast.#addCaller(SYSTEM_ADMINISTRATOR, 'administrator', 'root', cast.#admin)
    const second = await cast.#person('root', { site_admin: true })
    cast.#addCaller('an administrator of the root organization', 'administrator', 'root', second)
    for (const place of PLACES) await cast.#furnish(place)
    cast.#addCaller('the person itself', 'person', 'own', cast.#owners.own, true)
    cast.#addCaller('a colleague', 'person', 'own', await cast.#person('own'))
    cast.#addCaller('a person elsewhere', 'person', 'sibling', cast.#owners.sibling, true)
    return cast
  }

  /** The address of the person of a place, its guest's, or the licence key of the organization. */
  nameOf(what: 'person' | 'guest' | 'license', place: Place | 'nowhere'): string {
    return what === 'license' ? `${MARK}-${place}` : `${MARK}-${what}-${place}@example.test`
  }

  /** Ids of things made to be used up, in place of those that others still ask for. */
  async spare(what: Spare, place: Place): Promise<Ids> {
    const ids = this.targets[place]
    const organization_id = ids.organization_id as number
    switch (what) {
      case 'organization': {
        const { id, name } = await this.#organization(ABOVE[place])
        return { ...ids, organization_id: id, organization_name: name }
      }
      case 'closing':
        return { ...ids, organization_id: await this.#closing(ABOVE[place]) }
      case 'person':
        return { ...ids, person_id: (await this.#account(organization_id)).id }
      case 'handed_over': {
        const { id } = await this.#account(organization_id)
        const to_person_id = ids.colleague_id as PersonId
        await this.#admin.call(handOverFiles, { person_id: id, to_person_id })
        return { ...ids, person_id: id }
      }
      case 'export':
        return {
          ...ids,
          export_id: await finishExport(this.#world, this.#admin, organization_id as OrganizationId),
        }
      case 'alert_rule':
        return { ...ids, ...(await this.#alertRule(organization_id)) }
      case 'system_job':
        return { ...ids, system_job_id: await givenUpJob(this.#world) }
      case 'guest':
        return { ...ids, guest_id: (await this.#guest(organization_id)).id }
      case 'group':
        return { ...ids, group_id: (await this.#group(organization_id)).id }
      case 'share':
        return { ...ids, share_root_id: (await this.#share(organization_id)).id }
      case 'application':
        return { ...ids, application_id: (await this.#application(organization_id)).id }
      case 'file': {
        const { id, revision_id } = await this.#owners[place].upload(this.#name(), MARK)
        return { ...ids, file_id: id, revision_id }
      }
      case 'folder':
        return { ...ids, folder_id: (await this.#folder(this.#owners[place])).id }
      case 'deleted_file':
      case 'old_revision': {
        const owner = this.#owners[place]
        const { id, revision_id } = await owner.upload(this.#name(), MARK)
        const file = { root_id: owner.rootId, file_id: id }
        if (what === 'deleted_file') await owner.call(deleteFile, file)
        else
          await owner.call(uploadRevision, {
            ...file,
            file: { name: MARK, bytes: new Blob([this.#name()]) },
          })
        return { ...ids, file_id: id, revision_id }
      }
      case 'deleted_folder': {
        const owner = this.#owners[place]
        const { id } = await this.#folder(owner)
        await owner.call(deleteFolder, { root_id: owner.rootId, folder_id: id })
        return { ...ids, folder_id: id }
      }
      case 'session': {
        const again = await this.#world.signIn(this.#owners[place].email)
        return { ...ids, ...(await this.#session(again)) }
      }
      case 'app_password':
        return { ...ids, ...(await this.#appPassword(this.#owners[place])) }
      case 'sharelink':
        return { ...ids, ...(await this.#sharelink(this.#owners[place], ids.file_id as EntryId)) }
      case 'shared':
        return { ...ids, ...(await this.#sharedItems(this.#owners[place], ids.folder_id as EntryId)) }
      case 'request':
        return { ...ids, ...(await this.#request(this.#owners[place])) }
      case 'mute': {
        const owner = this.#owners[place]
        const { sharelink_id } = await this.#sharelink(owner, ids.file_id as EntryId)
        return { ...ids, mute_id: await this.#mute(owner, sharelink_id as SharelinkId) }
      }
      case 'star': {
        const owner = this.#owners[place]
        const { id } = await owner.upload(this.#name(), MARK)
        await owner.call(starItem, { person_id: owner.id, root_id: owner.rootId, item_id: id })
        return { ...ids, file_id: id }
      }
      case 'auth_source':
        return { ...ids, ...(await this.#authSource(organization_id)) }
      case 'machine':
        return { ...ids, machine_id: await this.#fileServer(this.#owners[place], this.#name()) }
      case 'mapping': {
        const owner = this.#owners[place]
        const machine_id = await this.#fileServer(owner, this.#name())
        return { ...ids, machine_id, mapping_id: await this.#mapping(owner, machine_id) }
      }
      case 'brake':
        return { ...ids, brake_id: await this.#brake(this.#owners[place], ids) }
      case 'zip':
        return { ...ids, zip_id: await this.#zip(this.#owners[place]) }
      case 'backup':
        return {
          ...ids,
          backup_root_id: await this.#backup(this.#owners[place], ids.machine_id as MachineId),
        }
    }
  }

  #name = (): string => `${MARK} ${++this.#made}`
  #place = (place: Place | 'root'): OrganizationId =>
    (place === 'root' ? 1 : this.targets[place].organization_id) as OrganizationId

  #addCaller(
    name: string,
    kind: Caller['kind'],
    place: Caller['place'],
    { bearer: headers }: Pick<Someone, 'bearer'>,
    owner = false,
  ): void {
    this.callers.push({ name, kind, place, owner, headers })
  }

  async #furnish(place: Place): Promise<void> {
    const { id: organization_id, name } = await this.#organization(ABOVE[place])
    this.targets[place] = { organization_id, company_id: organization_id }
    await this.#admin.call(setOrganizationLicense, {
      organization_id,
      license_key: this.nameOf('license', place),
    })
    const boss = await this.#person(place, { site_admin: true })
    this.#addCaller(`an administrator of ${place}`, 'administrator', place, boss)
    const owner = await this.#person(place, { email: this.nameOf('person', place) })
    this.#owners[place] = owner
    await this.#world.changePerson(owner.id, { email_verified_at: 0 })
    const guest = await this.#guest(organization_id, {
      email: this.nameOf('guest', place),
      ...(place === 'own' && { password: PASSWORD }),
    })
    if (place === 'own') await this.#addGuest(guest.email)
    const ownChange = { organization_id, browser_sign_in_days: 89 }
    const { activity_id } = await this.#admin.call(updateOrganizationPolicy, ownChange)
    const gone = await this.#organization(place)
    await this.#admin.call(deleteOrganization, { organization_id: gone.id })
    const file = await owner.upload(`${MARK}.txt`, contentOf(place))
    const folder = await this.#folder(owner)
    const machine_id = await this.#fileServer(owner, this.#name())
    const backup_root_id = await this.#backup(owner, machine_id)
    this.targets[place] = {
      organization_id,
      company_id: organization_id,
      organization_name: name,
      deleted_organization_id: gone.id,
      closing_organization_id: await this.#closing(place),
      person_id: owner.id,
      colleague_id: boss.id,
      guest_id: guest.id,
      group_id: (await this.#group(organization_id)).id,
      application_id: (await this.#application(organization_id)).id,
      root_id: owner.rootId,
      share_root_id: (await this.#share(organization_id)).id,
      inviting_root_id: (await this.#share(1, [owner.email])).id,
      file_id: file.id,
      revision_id: file.revision_id,
      sha256: sha256(contentOf(place)),
      folder_id: folder.id,
      ...(await this.#sharelink(owner, file.id)),
      folder_link_id: (await owner.call(shareFolder, { root_id: owner.rootId, folder_id: folder.id })).id,
      ...(await this.#sharedItems(owner, folder.id)),
      ...(await this.#request(owner)),
      ...(await this.#session(owner)),
      ...(await this.#appPassword(owner)),
      machine_id,
      mapping_id: await this.#mapping(owner, machine_id),
      backup_root_id,
      job_id: await this.#job(owner, machine_id, backup_root_id),
      mute_id: await this.#mute(owner, null),
      zip_id: await this.#zip(owner),
      brake_id: await this.#brake(owner, { organization_id }),
      activity_id: await this.#activity(owner),
      policy_activity_id: activity_id ?? NOTHING,
      ...(await this.#authSource(organization_id)),
      export_id: await finishExport(this.#world, this.#admin, organization_id),
      ...(await this.#alertRule(organization_id)),
      system_job_id: await givenUpJob(this.#world),
      number: 1,
    }
  }

  /** One with a webhook at an address that is refused, and what it could not deliver there. */
  async #alertRule(id: number): Promise<Ids> {
    const organization_id = id as OrganizationId
    const rule = await this.#admin.call(createAlertRule, {
      ...{ organization_id, kind: 'space_quota', administrators: false },
      webhook_url: `https://localhost/${MARK}`,
    })
    const { results } = await this.#admin.call(testAlertRule, { organization_id, rule_id: rule.id })
    return { rule_id: rule.id, delivery_id: results[0]?.id ?? NOTHING }
  }

  async #addGuest(email: string): Promise<void> {
    const { body } = await this.#world.token({ grant_type: 'password', username: email, password: PASSWORD })
    const bearer = { authorization: `Bearer ${body.access_token}` }
    this.#addCaller('the guest', 'guest', 'own', { bearer }, true)
  }

  async #organization(parent: Place | 'root') {
    const name = this.#name()
    const created = await this.#admin.call(createOrganization, {
      organization_id: this.#place(parent),
      name,
      slug: name,
      email: `${name.replace(' ', '')}@example.test`,
      description: MARK,
    })
    const limits = { organization_id: created.id, num_orgs_maximum: null, max_file_size: 300 }
    return this.#admin.call(updateOrganizationPolicy, limits)
  }

  async #closing(parent: Place | 'root'): Promise<OrganizationId> {
    const { id, name } = await this.#organization(parent)
    await this.#admin.call(closeOrganization, { organization_id: id, name, delete_on: '2026-03-01' })
    return id
  }

  /** What every new account needs, a guest's too. */
  #newcomer(company_id: number) {
    const name = this.#name()
    return {
      company_id: company_id as OrganizationId,
      email: `${name.replace(' ', '')}@example.test`,
      first_name: MARK,
      last_name: name,
      generate_password: true,
    }
  }

  #account = (company_id: number, given: object = {}) =>
    this.#admin.call(createPerson, { ...this.#newcomer(company_id), ...given })

  async #person(place: Place | 'root', given: object = {}): Promise<Someone> {
    const secret = { password: PASSWORD, generate_password: false }
    const { email } = await this.#account(this.#place(place), { ...secret, ...given })
    return this.#world.signIn(email)
  }

  #guest = (company_id: number, given: object = {}) =>
    this.#admin.call(createGuest, { ...this.#newcomer(company_id), ...given })

  #group = (company_id: number) =>
    this.#admin.call(createGroup, { company_id: company_id as OrganizationId, name: this.#name() })

  #share = (organization_id: number, external_subscribers: string[] = []) =>
    this.#admin.call(createShare, {
      organization_id: organization_id as OrganizationId,
      name: this.#name(),
      external_subscribers,
    })

  #application = (organization_id: number) =>
    this.#admin.call(createApplication, {
      organization_id: organization_id as OrganizationId,
      name: this.#name(),
      grant_types: ['password'],
    })

  #folder = (owner: Someone) => owner.call(createFolderInRoot, { root_id: owner.rootId, name: this.#name() })

  async #sharelink(owner: Someone, file_id: EntryId): Promise<Ids> {
    const link = await owner.call(shareFile, {
      root_id: owner.rootId,
      file_id,
      subscribers: [`${this.#name().replace(' ', '')}@example.test`],
    })
    return { sharelink_id: link.id, subscriber_id: link.subscribers?.[0]?.id ?? NOTHING }
  }

  /** A file request that someone invited has not answered yet, and someone else has. */
  async #request(owner: Someone): Promise<Ids> {
    const { id: folder_id } = await this.#folder(owner)
    const link = await owner.call(shareFolder, {
      root_id: owner.rootId,
      folder_id,
      upload_only: true,
      login_required: false,
      subscribers: [`${this.#name().replace(' ', '')}@example.test`],
    })
    await owner.call(setFileRequest, { sharelink_id: link.id, title: MARK, ask_name: false })
    const body = new FormData()
    body.append('file', new Blob([MARK]), `${MARK}.txt`)
    const sent = await fetch(`${this.#world.url}/api/2/sharelinks/${link.hash}/files/upload`, {
      method: 'POST',
      body,
    })
    await sent.arrayBuffer()
    const { results } = await owner.call(listRequestSenders, { sharelink_id: link.id })
    return {
      request_link_id: link.id,
      request_subscriber_id: link.subscribers?.[0]?.id ?? NOTHING,
      sender_id: results[0]?.id ?? NOTHING,
    }
  }

  /** A file and a folder in a shared folder. */
  async #sharedItems(owner: Someone, folder_id: EntryId): Promise<Ids> {
    const name = this.#name()
    const inside = await owner.call(createFolderInFolder, { root_id: owner.rootId, folder_id, name })
    // Not as requests name what they upload there.
    const file = await owner.upload(`${name} inside.txt`, MARK, folder_id)
    return { shared_folder_id: inside.id, shared_file_id: file.id }
  }

  /** Where someone is signed in just now. */
  async #appPassword(owner: Someone): Promise<Ids> {
    const asked = { person_id: owner.id, name: this.#name(), current_password: PASSWORD }
    return { app_password_id: (await owner.call(createAppPassword, asked)).id }
  }

  async #session(someone: Someone): Promise<Ids> {
    const { results } = await someone.call(listSessions, {})
    const { id, machine_id } = results.find((session) => session.is_current) ?? {}
    return { session_id: id ?? NOTHING, machine_id: machine_id ?? NOTHING }
  }

  #fileServer = (owner: Someone, name: string) => fileServer(this.#world, this.#admin, owner, name)

  async #mapping(owner: Someone, machine_id: MachineId): Promise<number> {
    const path = `/${this.#name()}`
    const mapping = await owner.call(createMachineMapping, { machine_id, root_id: owner.rootId, path })
    return mapping.id
  }

  async #zip(owner: Someone): Promise<string> {
    const { address } = await owner.call(orderZip, { root_id: owner.rootId, folder_id: 0 as EntryId })
    return address.split('/').at(-1) ?? ''
  }

  /** Only a device that is connected gets one through the front door. */
  #job(owner: Someone, machine_id: MachineId, root_id: number): Promise<number> {
    return this.#world.service.ctx.db.write(async (tx) => {
      const { id } = await tx
        .insertInto('machine_job')
        .values({
          kind: 'restore',
          machine_id,
          root_id: root_id as RootId,
          path: `/${MARK}`,
          overwrite: 0,
          state: 'waiting',
          created_by: owner.id,
          created_at: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
  }

  /** Of a machine that the owner does not ask from. */
  async #brake(owner: Someone, { organization_id }: Ids): Promise<number> {
    const machine_id = await this.#fileServer(owner, this.#name())
    const row = await this.#world.service.ctx.db.write((tx) =>
      tx
        .insertInto('brake')
        .values({
          ...{
            root_id: owner.rootId,
            organization_id: organization_id as OrganizationId,
            person_id: owner.id,
          },
          ...{ machine_id, session_id: null, reason: 'many', extensions: '[]', created_at: 0 },
          ...{ deleted: 0, rewritten: 0, renamed: 0, first_seq: 1, last_seq: 1, first_at: 0, last_at: 0 },
          ...{ decided_at: null, decided_by: null, settled_seq: null },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return row.id
  }

  async #backup(owner: Someone, machine_id: MachineId): Promise<number> {
    return (await owner.call(createMachineBackup, { machine_id, path: `/${this.#name()}` })).id
  }

  /** Mails that someone has turned off, which takes one that was sent. */
  async #mute(someone: Someone, link_id: SharelinkId | null): Promise<number> {
    const kind = link_id === null ? 'share_changed' : 'link_downloaded'
    const mute = { person_id: someone.id, kind, link_id, created_at: 0 } as const
    return this.#world.service.ctx.db.write(async (tx) => {
      await insertMute(tx, mute)
      return (await listMutes(tx, someone.id, 0)).find((row) => row.link_id === link_id)?.id ?? NOTHING
    })
  }

  /** The record of the upload: from the person, about its root. */
  async #activity(someone: Someone): Promise<number> {
    const { id } = await this.#world.service.ctx.db.read
      .selectFrom('activity')
      .select('id')
      .where('actor_person_id', '=', someone.id)
      .where('activity_type_id', '=', ACTIVITY_TYPES.file_uploaded.id)
      .executeTakeFirstOrThrow()
    return id
  }

  async #authSource(organization_id: number): Promise<Ids> {
    const create = served('create_auth_source')
    if (!create) return {}
    const made = await this.#admin.call(create, {
      organization_id,
      host: `${MARK}.invalid`,
      login: `cn=${MARK}`,
      password: MARK,
      base_dn: `dc=${MARK}`,
      nickname: this.#name(),
    })
    return { auth_source_id: (made as { id: number }).id }
  }
}
