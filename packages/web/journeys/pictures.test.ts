import path from 'node:path'
import { describe, it } from 'node:test'
import { updateOrganization } from '@holdfast/api/accounts/organizations'
import { updatePerson } from '@holdfast/api/accounts/people'
import { lockFile } from '@holdfast/api/files/file-locks'
import {
  createFolderInFolder,
  createFolderInRoot,
  listRootChildren,
  uploadToFolder,
  uploadToRoot,
} from '@holdfast/api/files/files'
import { starItem } from '@holdfast/api/files/preferences'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import { shareFolder, updateSharelinkSubscriber } from '@holdfast/api/sharing/links'
import { createShare } from '@holdfast/api/sharing/shares'
import { signInDevice } from '@holdfast/server/testkit/people/device'
import { Clock } from '@holdfast/server/testkit/servers/clock'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

/** Where the pictures of the documentation go: `npm run pictures` sets it. They show a small office at work. */
const FOLDER = process.env.TESTKIT_PICTURES ?? ''
const MONDAY = Date.UTC(2026, 10, 9, 8, 4)

/** A coast at some hour of the day, painted by the browser. */
const painted = (hue: number, at: number) => `(async () => {
  const canvas = new OffscreenCanvas(1200, 800)
  const pen = canvas.getContext('2d')
  const sky = pen.createLinearGradient(0, 0, 0, 520)
  sky.addColorStop(0, 'hsl(${hue} 55% 38%)')
  sky.addColorStop(1, 'hsl(${hue + 25} 80% 82%)')
  pen.fillStyle = sky
  pen.fillRect(0, 0, 1200, 520)
  pen.fillStyle = 'hsl(${hue + 40} 95% 92%)'
  pen.beginPath(); pen.arc(${at}, 300, 62, 0, 7); pen.fill()
  for (let n = 0; n < 4; n++) {
    pen.fillStyle = 'hsl(' + (${hue} + n * 6) + ' 35% ' + (52 - n * 11) + '%)'
    pen.beginPath(); pen.moveTo(0, 800)
    for (let x = 0; x <= 1200; x += 20)
      pen.lineTo(x, 420 + n * 85 + Math.sin(x / (110 + n * 37) + n * 2 + ${at}) * (46 - n * 7))
    pen.lineTo(1200, 800); pen.fill()
  }
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.86 })).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
})()`

const MINUTES = `# Harbour hall, weekly meeting

**Present:** Ann, Ben, Carla

| What | Who | Until |
|---|---|---|
| Quotes for the roof | Ben | Friday |
| Model 1:200 | Carla | 20 November |

- [x] Site visit with the city
- [ ] Send the plans to the fire brigade
`

/** As they call themselves, in short. */
const BROWSERS = ['Mozilla/5.0 (Windows NT 10.0) Firefox/142.0', 'Mozilla/5.0 (iPhone) Safari/605.1']

describe('pictures of the app', { skip: FOLDER === '' }, () => {
  const world = useWorld(STACKS[0] as Stack, { clock: new Clock(MONDAY) })
  const { signIn, visit } = useBrowser(world, { plain: true })
  const bytesOf = (text: string) => new Blob([text])
  const later = (hours: number) => world.clock.advance({ hours, minutes: 17 })

  async function named(
    first_name: string,
    last_name: string,
    organizationId: OrganizationId,
  ): Promise<Someone> {
    const someone = await world.person({ organizationId })
    await someone.call(updatePerson, { person_id: someone.id, first_name, last_name })
    return someone
  }
  async function open(
    who: Someone,
    address: string,
    size?: { width: number; height: number },
  ): Promise<Page> {
    const { page } = await signIn(who.email, '/healthz', { ...(size && { viewport: size }) })
    await page.clock.setFixedTime(world.clock.now())
    await page.goto(world.url + address)
    return page
  }
  async function picture(page: Page, name: string): Promise<void> {
    // Small pictures come after the rows.
    await until(
      async () => (await page.evaluate('[...document.images].every(({ complete }) => complete)')) === true,
    )
    await page.screenshot({ path: path.join(FOLDER, `${name}.png`) })
  }

  /** A folder and its plan, for two guests and for anyone who has the address; and two links of one's own files. */
  async function sharedWithOthers(ann: Someone, root_id: RootId, folder_id: EntryId): Promise<EntryId> {
    const file = { name: 'Ground floor.pdf', bytes: bytesOf('%PDF-1.4 '.repeat(9000)) }
    const { id } = await ann.call(uploadToFolder, { root_id, folder_id, file })
    const guests = ['k.meyer@roofers.example', 'office@fire-brigade.example']
    const share = { root_id, folder_id }
    const limits = { expires: '2026-12-31', password: 'quay', download_limit: 20 }
    await ann.call(shareFolder, { ...share, ...limits })
    const { subscribers, id: sharelink_id } = await ann.call(shareFolder, {
      ...share,
      login_required: true,
      subscribers: guests,
    })
    const [first] = subscribers
    if (first)
      await ann.call(updateSharelinkSubscriber, { sharelink_id, subscriber_id: first.id, write_access: true })
    const { results } = await ann.call(listRootChildren, { root_id: ann.rootId })
    for (const [n, one] of results.entries()) {
      later(1)
      const own = { root_id: ann.rootId, folder_id: one.id, upload_only: n === 0, expires: '2026-11-30' }
      const { url } = await ann.call(shareFolder, own)
      if (n === 0) await fetch(url)
    }
    return id
  }

  it('are made', async () => {
    const organizationId = await world.organization({ excluded_extensions: '', user_lock_files: true })
    const admin = await world.admin()
    await admin.call(updateOrganization, { organization_id: organizationId, name: 'Quay Architects' })
    const ann = await named('Ann', 'Miller', organizationId)
    const ben = await named('Ben', 'Okafor', organizationId)
    const carla = await named('Carla', 'Rossi', organizationId)
    const subscribers: [typeof ann.id, 'all', 'CO_OWNER' | 'EDITOR'][] = [
      [ann.id, 'all', 'CO_OWNER'],
      [ben.id, 'all', 'EDITOR'],
      [carla.id, 'all', 'EDITOR'],
    ]
    const share = (name: string) =>
      admin.call(createShare, { organization_id: organizationId, name, subscribers })
    const hall = (await share('Harbour hall')).id
    for (const name of ['Competitions', 'Office', 'Suppliers']) await share(name)

    const painter = await visit()
    const photo = async (hue: number, at: number) =>
      new Blob([Buffer.from((await painter.page.evaluate(painted(hue, at))) as string, 'base64')])
    const put = async (who: Someone, name: string, bytes: Blob, folder_id?: EntryId) => {
      later(1)
      const file = { name, bytes }
      return folder_id === undefined
        ? who.call(uploadToRoot, { root_id: hall, file })
        : who.call(uploadToFolder, { root_id: hall, folder_id, file })
    }
    const folder = async (who: Someone, name: string) => {
      later(1)
      return (await who.call(createFolderInRoot, { root_id: hall, name })).id
    }
    const photos = await folder(carla, 'Photos of the site')
    for (const [n, name] of [
      'Morning.jpg',
      'Pier.jpg',
      'East side.jpg',
      'Cranes.jpg',
      'Evening.jpg',
      'Night.jpg',
    ].entries())
      await put(carla, name, await photo([205, 190, 160, 30, 12, 232][n] ?? 0, 200 + n * 170), photos)
    const plans = await folder(ann, 'Plans')
    await ann.call(createFolderInFolder, { root_id: hall, folder_id: plans, name: 'Ground floor' })
    await folder(ben, 'Quotes')
    await put(ben, 'Costs.xlsx', bytesOf('x'.repeat(48_213)))
    const minutes = await put(ann, 'Minutes.md', bytesOf(MINUTES.replace('Friday', 'Thursday')))
    await put(carla, 'Model.zip', bytesOf('z'.repeat(912_044)))
    await put(ann, 'Offer to the city.pdf', bytesOf('%PDF-1.4 '.repeat(31_000)))
    await put(ben, 'Walkthrough.mp4', bytesOf('m'.repeat(7_340_032)))
    const schedule = await put(ben, 'Schedule.csv', bytesOf('week,what\n47,roof\n48,windows\n'))
    const sketch = await put(carla, 'Sketch.jpg', await photo(200, 640))
    later(3)
    for (const [who, text] of [
      [carla, MINUTES.replace('20 Nov', '18 Nov')],
      [ann, MINUTES],
    ] as const) {
      later(2)
      await who.call(uploadRevision, {
        root_id: hall,
        file_id: minutes.id,
        file: { name: 'Minutes.md', bytes: bytesOf(text) },
      })
    }
    await ben.call(lockFile, { root_id: hall, file_id: schedule.id })
    for (const name of ['Invoices', 'Travel'])
      await ann.call(createFolderInRoot, { root_id: ann.rootId, name })
    later(2)

    const page = await open(ann, `/files/${hall}/0`)
    await page.getByRole('row', { name: 'Sketch.jpg' }).waitFor()
    await picture(page, 'files')
    await page.goto(`${world.url}/files/${hall}/0?sel=${minutes.id}&panel=versions`)
    await page.getByText('Current').waitFor()
    await picture(page, 'versions')
    await page.goto(`${world.url}/files/${hall}/0/${minutes.id}`)
    await page.getByRole('heading', { name: 'Harbour hall, weekly meeting' }).waitFor()
    await picture(page, 'viewer')
    await page.goto(`${world.url}/files/${hall}/${photos}?view=grid`)
    await page.getByRole('row', { name: 'Night.jpg' }).or(page.getByText('Night.jpg')).first().waitFor()
    await page.waitForLoadState('networkidle')
    await picture(page, 'grid')

    for (const item_id of [minutes.id, photos])
      await ann.call(starItem, { person_id: ann.id, root_id: hall, item_id })
    await page.goto(`${world.url}/search?q=m&changed=2026-11-09..2026-11-30`)
    await page.getByRole('link', { name: 'Minutes.md', exact: true }).waitFor()
    await picture(page, 'search')

    await signInDevice(world, ann, { dns_name: 'ann-laptop', os_type: 'linux' })
    for (const agent of BROWSERS) {
      later(9)
      const who = { email: ann.email, password: PASSWORD }
      await world.post('/api/2/session/create', who, { 'user-agent': agent })
    }
    const account = await open(ann, '/me/devices')
    await account.getByText('This browser').waitFor()
    await picture(account, 'account-devices')
    await account.goto(`${world.url}/me/two-step`)
    await account.getByRole('button', { name: 'Turn on' }).click()
    await typeInto(account.getByLabel('Current password'), PASSWORD)
    await account.getByRole('button', { name: 'Continue' }).click()
    await account.getByRole('img', { name: 'QR code' }).waitFor()
    await picture(account, 'account-two-step')
    const offered = await sharedWithOthers(ann, hall, plans)
    later(2)
    await page.clock.setFixedTime(world.clock.now())
    await page.goto(`${world.url}/files/${hall}/0?sel=${plans}`)
    await page.getByRole('button', { name: 'Share…' }).click()
    await page.getByRole('button', { name: /^(No expiry|Expires )/ }).click()
    await page.getByLabel('Expires after').waitFor()
    await picture(page, 'share')
    await page.goto(`${world.url}/files/${hall}/${plans}?sel=${offered}&panel=access`)
    await page.getByText('Through a link to “/Plans”').first().waitFor()
    await picture(page, 'access')
    await page.goto(`${world.url}/links`)
    await page.getByRole('list', { name: 'Links you created' }).getByText('Invoices').waitFor()
    await picture(page, 'links')

    const phone = await open(ann, `/files/${hall}/0`, PHONE)
    await phone.getByText('Sketch.jpg').first().waitFor()
    await picture(phone, 'phone')
    await phone.getByRole('checkbox', { name: 'Minutes.md' }).click()
    await picture(phone, 'phone-chosen')
    await phone.goto(`${world.url}/files/${hall}/0/${sketch.id}`)
    await phone.waitForLoadState('networkidle')
    await picture(phone, 'phone-viewer')
    await phone.goto(`${world.url}/search?q=m`)
    await phone.getByRole('link', { name: 'Minutes.md', exact: true }).waitFor()
    await picture(phone, 'phone-search')
  })
})
