import { describe, it } from 'node:test'
import { updateOrganization } from '@holdfast/api/accounts/organizations'
import { updatePerson } from '@holdfast/api/accounts/people'
import { lockFile } from '@holdfast/api/files/file-locks'
import { createFolderInRoot, deleteFile, uploadToFolder, uploadToRoot } from '@holdfast/api/files/files'
import { starItem } from '@holdfast/api/files/preferences'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { setFileRequest } from '@holdfast/api/sharing/file-requests'
import { shareFolder } from '@holdfast/api/sharing/links'
import { createShare } from '@holdfast/api/sharing/shares'
import { formatDate } from '@holdfast/api/time'
import { signInDevice } from '@holdfast/server/testkit/people/device'
import { enableTwoStep } from '@holdfast/server/testkit/people/two-step'
import { Clock } from '@holdfast/server/testkit/servers/clock'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { de } from '../src/messages/de/de.ts'
import { en, type Messages } from '../src/messages/en/en.ts'
import { PHONE, useBrowser, type Visit } from './browser.ts'
import { goToList, typeInto } from './hands.ts'

/** Every screen of the app and its dialogs, in each language: what reads fine in one may not fit in another. */
const WANTED = process.env.TESTKIT_SCREENSHOTS !== undefined || process.env.TESTKIT_SOAK !== undefined
const LANGUAGES: Record<string, Messages> = { en, de }
const MONDAY = Date.UTC(2026, 10, 9, 8, 4)

const blob = (text: string) => new Blob([text])

describe('a walk through the app', { skip: !WANTED }, () => {
  const world = useWorld(STACKS[0] as Stack, { clock: new Clock(MONDAY) })
  const { signIn, visit } = useBrowser(world, { plain: true })

  async function office() {
    const organizationId = await world.organization({
      ...{ excluded_extensions: '', user_lock_files: true, user_rollback: true, user_purge_deleted: true },
    })
    const admin = await world.admin()
    await admin.call(updateOrganization, { organization_id: organizationId, name: 'Quay Architects' })
    const named = async (first_name: string, last_name: string) => {
      const someone = await world.person({ organizationId })
      await someone.call(updatePerson, { person_id: someone.id, first_name, last_name })
      return someone
    }
    const ann = await named('Ann', 'Miller')
    const ben = await named('Ben', 'Okafor')
    const { id: hall } = await admin.call(createShare, {
      ...{ organization_id: organizationId, name: 'Harbour hall' },
      subscribers: [
        [ann.id, 'all', 'CO_OWNER'],
        [ben.id, 'all', 'EDITOR'],
      ],
    })
    const newcomer = await named('Noa', 'Lind')
    return { ann, ben, hall, newcomer }
  }

  /** Some days of work in a team share. */
  async function fill(ann: Someone, ben: Someone, root_id: RootId) {
    const plans = (await ann.call(createFolderInRoot, { root_id, name: 'Plans' })).id
    const file = (name: string, text: string) => ({ name, bytes: blob(text) })
    const upload = async (who: Someone, name: string, text: string) => {
      world.clock.advance({ hours: 1, minutes: 17 })
      return (await who.call(uploadToRoot, { root_id, file: file(name, text) })).id
    }
    const minutes = await upload(ann, 'Minutes.md', '# Weekly meeting\n\n- roof\n- windows\n')
    const schedule = await upload(ben, 'Schedule.csv', 'week,what\n47,roof\n48,windows\n')
    const draft = await upload(ben, 'Old draft.txt', 'not needed')
    await upload(ann, 'Contract with the city, second version, with all appendices.docx', 'x'.repeat(48_213))
    await ann.call(uploadToFolder, { root_id, folder_id: plans, file: file('Ground floor.pdf', '%PDF-1.4 ') })
    world.clock.advance({ days: 1 })
    const next = file('Minutes.md', '# Weekly meeting\n\n- roof\n- doors\n- windows\n')
    await ben.call(uploadRevision, { root_id, file_id: minutes, file: next })
    await ben.call(deleteFile, { root_id, file_id: draft })
    await ben.call(lockFile, { root_id, file_id: schedule })
    await ann.call(starItem, { person_id: ann.id, root_id, item_id: minutes })
    const limits = { expires: '2026-12-31', password: 'quay', download_limit: 20 }
    await ann.call(shareFolder, { root_id, folder_id: plans, ...limits })
    const request = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Invoices' })
    await ann.call(shareFolder, { root_id: ann.rootId, folder_id: request.id, upload_only: true })
    await ann.call(shareFolder, {
      ...{ root_id, folder_id: plans, login_required: true },
      subscribers: ['k.meyer@roofers.example', 'office@fire-brigade.example'],
    })
    world.clock.advance({ hours: 2 })
    return { plans, minutes, schedule }
  }

  for (const [language, t] of Object.entries(LANGUAGES)) {
    /** The screens of one person, each with its picture. */
    const walker = async (who: Someone) => {
      const at = world.clock.now()
      const visitor = await signIn(who.email, '/healthz', { locale: language, at })
      const { page } = visitor
      const see = async (name: string, asItIs?: boolean) => {
        await page.waitForLoadState('networkidle')
        await visitor.look(`${language} ${name}`, asItIs)
      }
      const go = async (address: string, name?: string) => {
        await page.goto(world.url + address)
        await page.getByRole('main').waitFor()
        if (name) await see(name)
      }
      return { ...visitor, see, go }
    }
    const press = (page: Page, name: string) =>
      page.getByRole('button', { name, exact: true }).first().click()

    it(`shows everything in ${language}`, async () => {
      const { ann, ben, hall, newcomer } = await office()
      const made = await fill(ann, ben, hall)
      const { page, see, go, end } = await walker(ann)
      await files(page, see, go, hall, made)
      await sharing(page, see, go, hall, made.plans)
      await past(page, see, go, hall, made.minutes)
      await account(page, see, go, ann)
      await beginnings(await walker(newcomer))
      await end()
    })

    type See = (name: string, asItIs?: boolean) => Promise<void>
    type Go = (address: string, name?: string) => Promise<void>

    async function files(
      page: Page,
      see: See,
      go: Go,
      hall: RootId,
      made: { plans: EntryId; minutes: EntryId },
    ) {
      await go(`/files/${hall}/0`)
      await page.getByRole('row', { name: 'Minutes.md' }).waitFor()
      await see('files')
      await press(page, t.files.uploadMore)
      await see('files, upload menu', true)
      await page.keyboard.press('Escape')
      await page.getByRole('row', { name: 'Minutes.md' }).click({ button: 'right' })
      await see('files, menu of a file', true)
      await page.keyboard.press('Escape')
      await go(`/files/${hall}/0?view=grid`, 'files, grid')
      for (const panel of ['details', 'versions', 'activity', 'access', 'links', 'safety'])
        await go(`/files/${hall}/0?sel=${made.minutes}&panel=${panel}`, `panel ${panel}`)
      await go(`/files/${hall}/0/${made.minutes}`, 'viewer')
      await go(`/files/${hall}/0?sel=${made.minutes}`)
      await page.getByRole('row', { name: 'Minutes.md' }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: t.files.moveTo }).click()
      await page.getByRole('dialog').waitFor()
      await see('move', true)
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await see('keyboard shortcuts', true)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('Control+k')
      await page.keyboard.type('min')
      await page.getByRole('dialog').getByRole('option', { name: 'Minutes.md' }).waitFor()
      await see('go to', true)
      await page.keyboard.press('Escape')
      await go('/search?q=min', 'search')
      await go('/search?q=nowhere', 'search, nothing')
      await go('/recent', 'recent')
      await go('/starred', 'starred')
      await go('/nowhere', 'page not found')
      await page.setViewportSize(PHONE)
      await go(`/files/${hall}/0`, 'phone, files')
      await go(`/files/${hall}/0?sel=${made.minutes}&panel=details`, 'phone, details')
      await page.setViewportSize({ width: 1280, height: 800 })
    }

    async function sharing(page: Page, see: See, go: Go, hall: RootId, plans: EntryId) {
      await go('/team', 'team shares')
      await go('/shared', 'shared with me')
      await go('/links', 'links')
      await go(`/files/${hall}/0?sel=${plans}`)
      await press(page, t.share.action)
      await page.getByRole('dialog').waitFor()
      await see('share', true)
      await page.locator('.setting-chip').nth(1).click()
      await page.locator('.setting-editor input[type=date]').waitFor()
      await see('share, link settings', true)
      await page.setViewportSize(PHONE)
      await see('phone, share', true)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.keyboard.press('Escape')
      await go(`/files/${hall}/0`)
      await press(page, t.share.action)
      await page.getByRole('dialog').waitFor()
      await see('share, members', true)
      await page.keyboard.press('Escape')
    }

    async function past(page: Page, see: See, go: Go, hall: RootId, minutes: EntryId) {
      await go('/undo', 'changes')
      // What one did oneself is undone without a question.
      const undo = page.getByRole('button', { name: `${t.undo.undoThis}: ` })
      await undo
        .and(page.getByRole('button', { name: 'Old draft.txt' }))
        .first()
        .click()
      await page.getByRole('dialog').getByRole('button', { name: t.undo.doUndo }).waitFor()
      await see('undo', true)
      await page.keyboard.press('Escape')
      await go('/deleted', 'deleted files')
      await page.getByRole('checkbox').last().click()
      await see('deleted files, one selected', true)
      await press(page, t.deleted.purge)
      await page.getByRole('dialog').waitFor()
      await see('delete permanently', true)
      await page.keyboard.press('Escape')
      await go(`/files/${hall}/0?sel=${minutes}`)
      await goToList(page)
      await page.keyboard.press('h')
      await page.getByRole('listbox', { name: t.history.strip }).waitFor()
      await see('time machine')
    }

    async function account(page: Page, see: See, go: Go, ann: Someone) {
      await signInDevice(world, ann, { dns_name: 'ann-laptop', os_type: 'linux' })
      for (const part of ['profile', 'password', 'two-step', 'devices', 'apps', 'notices', 'look'] as const)
        await go(`/me/${part}`, `account, ${part}`)
      await page.getByRole('button', { name: t.bell.title }).first().click()
      await see('notifications', true)
      await page.keyboard.press('Escape')
      await go('/me/two-step')
      await press(page, t.account.twoStep.turnOn)
      await typeInto(page.getByLabel(t.account.password.current), PASSWORD)
      await press(page, t.first.goOn)
      await page.getByRole('img', { name: t.account.twoStep.picture }).waitFor()
      await see('account, two-step set-up')
      await page.setViewportSize(PHONE)
      await go('/me', 'phone, account')
      await page.setViewportSize({ width: 1280, height: 800 })
    }

    /** What somebody sees who has nothing yet. */
    async function beginnings({ go, end }: Pick<Visit, 'end'> & { go: Go }) {
      for (const address of [
        '/',
        '/team',
        '/shared',
        '/links',
        '/starred',
        '/recent',
        '/undo',
        '/deleted',
        '/search',
      ])
        await go(address, `empty ${address.slice(1) || 'files'}`)
      await end()
    }

    it(`shows the pages for visitors in ${language}`, async () => {
      const { ann, hall } = await office()
      const { id: plans } = await ann.call(createFolderInRoot, { root_id: hall, name: 'Plans' })
      const locked = await ann.call(shareFolder, { root_id: hall, folder_id: plans, password: 'quay' })
      const open = await ann.call(shareFolder, { root_id: hall, folder_id: plans })
      const at = { root_id: ann.rootId }
      const { id: invoices } = await ann.call(createFolderInRoot, { ...at, name: 'Invoices' })
      const asking = async (given: object) => {
        const link = await ann.call(shareFolder, { ...at, folder_id: invoices, upload_only: true })
        await ann.call(setFileRequest, { sharelink_id: link.id, title: 'Invoices of 2026', ...given })
        return link.url
      }
      const expires = formatDate(world.clock.now())
      const ended = await ann.call(shareFolder, { ...at, folder_id: invoices, expires })
      const guest = 'k.meyer@roofers.example'
      await ann.call(shareFolder, { ...at, folder_id: invoices, login_required: true, subscribers: [guest] })
      const mailed = (await world.sent(guest)).at(-1)?.text ?? ''
      const requests = [await asking({ note: 'As PDF, please.' }), await asking({ closed: true })]
      await enableTwoStep(world, ann, 'email')
      world.clock.advance({ days: 1 })
      const { page, look, end } = await visit({ locale: language })
      for (const [name, address] of [
        ['sign-in', '/account/sign-in'],
        ['forgotten password', '/account/forgot'],
        ['link with a password', locked.url],
        ['link', open.url],
        ['link that has expired', ended.url],
        ['link that does not exist', `${world.url}/shares/folder/nothing/`],
        ['file request', requests[0] ?? ''],
        ['file request, closed', requests[1] ?? ''],
        ['first password', /https:\S+/.exec(mailed)?.[0] ?? ''],
        ['sync on your computer', '/agent'],
      ] as const) {
        await page.goto(new URL(address, world.url).href)
        await page.waitForLoadState('networkidle')
        await look(`${language} page, ${name}`)
      }
      await page.goto(new URL('/account/sign-in', world.url).href)
      for (const [field, text] of [
        ['email', ann.email],
        ['password', PASSWORD],
      ] as const)
        await typeInto(page.locator(`#${field}`), text)
      await page.keyboard.press('Enter')
      await page.locator('.digits').waitFor()
      await look(`${language} page, code`)
      await end()
    })
  }
})
