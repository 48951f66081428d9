import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { createGuest } from '@holdfast/api/accounts/guests'
import { updateOrganization, updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import type { OrganizationId } from '@holdfast/api/ids'
import { shareFile } from '@holdfast/api/sharing/links'
import { createShare } from '@holdfast/api/sharing/shares'
import { fileServer } from '@holdfast/server/testkit/people/devices'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { useBrowser } from './browser.ts'

/** What administrators can be kept from. */
const STRICT = {
  admin_browse_files: false,
  admin_browse_remote: false,
  admin_create_users: false,
  ad_enabled: false,
  branding_enabled: false,
  backups_enabled: false,
  file_server_enabled: false,
}

describe('an administrator who does not run the installation', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world, { plain: true })

  /** An organization below another one, with one below itself, and something in every list. */
  async function organization() {
    const above = await world.organization()
    const home = await world.organization({}, above)
    await world.organization({}, home)
    const owner = await world.person({ organizationId: above, siteAdmin: true })
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const ann = await world.person({ organizationId: home })
    const file = await ann.upload('a.txt', 'x')
    await ann.call(shareFile, { root_id: ann.rootId, file_id: file.id })
    await boss.call(createGroup, { company_id: home, name: 'Design', members: [ann.id] })
    await boss.call(createShare, {
      organization_id: home,
      name: 'Offers',
      subscribers: [[ann.id, 'web', 'CO_OWNER']],
    })
    const dana = { email: `dana${home}@client.test`, first_name: 'Dana', last_name: 'Petrov' }
    await boss.call(createGuest, { company_id: home, ...dana, generate_password: true })
    await fileServer(world, boss, ann, 'ann-desk')
    return { home, owner, boss }
  }

  /** Goes everywhere that is offered, from one screen to its parts, and gives what was refused on the way. */
  async function walk(who: Someone, at: number, whole: boolean): Promise<string[]> {
    const { page, open, end } = await signIn(who.email, `/admin/${at}/overview`)
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403)
        refused.push(`${page.url()}: ${response.request().method()} ${response.url()}`)
    })
    const seen = new Set<string>()
    const waiting = [`/admin/${at}/overview`]
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (seen.has(next)) continue
      seen.add(next)
      await open(next)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForLoadState('networkidle')
      if (whole) await openAll(page)
      if (whole || seen.size === 1) waiting.push(...(await addressesIn(page, at)))
    }
    assert.ok(seen.size > 15, [...seen].join(' '))
    await end()
    return refused
  }

  /** Other screens of the organization, the first of each list's rows, and all parts of it. */
  async function addressesIn(page: Page, at: number): Promise<string[]> {
    const links = [
      'nav.nav a, .console-tabs a, main a.button',
      '.data-table tbody tr:first-child a, main .console-rows li:first-child a',
    ]
    const found: unknown = await page.evaluate(
      `[...document.querySelectorAll('${links.join()}')].map((link) => link.getAttribute('href') ?? '')`,
    )
    return (found as string[]).filter((address) => address.startsWith(`/admin/${at}/`))
  }

  /** Whatever asks before it does something: menus of rows, and dialogs. */
  async function openAll(page: Page): Promise<void> {
    for (const name of await asking(page.locator('main').getByRole('button'))) {
      await page.locator('main').getByRole('button', { name, exact: true }).first().click()
      await close(page)
    }
    const menu = page.locator('main [aria-haspopup=menu]').last()
    if ((await menu.count()) === 0) return
    await menu.click()
    for (const name of await asking(page.getByRole('menuitem'))) {
      if ((await page.getByRole('menu').count()) === 0) await menu.click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await close(page)
    }
    await page.keyboard.press('Escape')
  }
  const asking = async (those: ReturnType<Page['locator']>): Promise<string[]> => [
    ...new Set((await those.allInnerTexts()).map((text) => text.trim()).filter((text) => text.endsWith('…'))),
  ]
  async function close(page: Page): Promise<void> {
    await page.getByRole('dialog').waitFor()
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  /** A plain one; one whom the policy keeps from most; and one above an organization in privacy mode. */
  const CASES: readonly (() => Promise<{ who: Someone; at: OrganizationId }>)[] = [
    async () => {
      const { home, boss } = await organization()
      return { who: boss, at: home }
    },
    async () => {
      const { home, owner, boss } = await organization()
      await owner.call(updateOrganizationPolicy, { organization_id: home, ...STRICT })
      return { who: boss, at: home }
    },
    async () => {
      const { home, owner, boss } = await organization()
      await boss.call(updateOrganization, { organization_id: home, privacy_mode: true })
      return { who: owner, at: home }
    },
  ]

  it('is refused nothing that the console offers', async () => {
    for (const begin of CASES.slice(0, rounds(1, CASES.length))) {
      const { who, at } = await begin()
      assert.deepEqual(await walk(who, at, rounds(0, 1) === 1), [])
    }
  })
})
