import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { until } from '../../servers/until.ts'
import { useChromium } from '../browser.ts'
import { FOCUS_WATCH, faultsOn } from './eyes.ts'

const LOOK = `
  body { margin: 0; font: 16px/1.4 sans-serif; color: #222; background: #fff }
  button, a, input { color: #222; background: #eee }
  :focus-visible { outline: 3px solid #06c }`

/** Every fault, on a page that has nothing else: what the check must say of it. */
const WRONG: Record<string, [html: string, said: RegExp]> = {
  'a page wider than the screen': ['<div style="width: 500px">Plans</div>', /^the page is 140 px too wide/],
  'text beyond the screen, in a box that hides it': [
    '<div style="overflow: hidden"><p style="width: 900px; margin-left: 340px">Plans of the roof</p></div>',
    /^text is \d+ px beyond|^text is cut by \d+ px: .*Plans of the roof/,
  ],
  'a button out of a box that hides it': [
    '<div style="overflow: hidden; display: flex; width: 200px"><p style="flex: none; width: 170px">Plans</p><button style="flex: none">Undo this</button></div>',
    /^control is \d+ px out of its div\..*Undo this/,
  ],
  'a box that scrolls sideways': [
    '<div style="overflow: auto"><p style="width: 700px">Plans</p></div>',
    /^box scrolls sideways by 340 px/,
  ],
  'text that is cut': [
    '<p style="overflow: hidden; white-space: nowrap; width: 60px">Plans of the roof</p>',
    /^text is cut by \d+ px: .*Plans of the roof/,
  ],
  'text that is cut in a grid, which has no ellipsis': [
    '<p style="overflow: hidden; white-space: nowrap; width: 60px; display: grid; text-overflow: ellipsis"><span>Plans of the roof</span></p>',
    /^text is cut by \d+ px: .*Plans of the roof/,
  ],
  'lines that are cut': [
    '<p style="overflow: hidden; height: 30px; width: 60px">Plans of the roof</p>',
    /^text is cut by \d+ px of its height/,
  ],
  'a hint that is cut': [
    '<input placeholder="Search files and folders" style="width: 60px">',
    /^hint is cut by \d+ px: .*Search files/,
  ],
  'controls on each other': [
    '<button>Save</button><button style="margin-left: -20px">Close</button>',
    /^controls overlap by 20 × \d+ px: .*Save.* and .*Close/,
  ],
  'a button on the text of a field': [
    '<div style="position: relative; width: 200px"><input style="width: 200px; padding: 2px"><button style="position: absolute; right: 0">x</button></div>',
    /^controls overlap by .*input/,
  ],
  'faint text on a tint': [
    '<p style="background: #e7f2ef"><a href="/" style="background: none; color: #0a7f5a">Plans</a></p>',
    /^text has a contrast of 4\.\d+, not 4\.5: .*Plans/,
  ],
  'faint text on one end of a gradient': [
    '<p style="color: #fff; background: linear-gradient(#04c, #acf)">Plans</p>',
    /^text has a contrast of 1\.\d+, not 4\.5/,
  ],
  'faint text on what is behind it without being around it': [
    '<div style="position: relative"><div style="position: absolute; inset: 0; background: #333"></div><p style="position: relative">Plans</p></div>',
    /^text has a contrast of 1\.\d+, not 4\.5/,
  ],
  'text that is faded with all that is around it': [
    '<div style="opacity: 0.5"><p style="background: #fff">Plans</p></div>',
    /^text has a contrast of [23]\.\d+, not 4\.5: .*Plans/,
  ],
  'text in two boxes that are faded a little': [
    '<div style="opacity: 0.75; background: #fff"><p style="opacity: 0.75">Plans</p></div>',
    /^text has a contrast of [34]\.\d+, not 4\.5: .*Plans/,
  ],
  'a faint sign': [
    '<button aria-label="Close"><svg width="20" height="20" style="color: #ccc"><path d="M0 0h20v20"/></svg></button>',
    /^sign has a contrast of 1\.\d+, not 3: .*Close/,
  ],
}

/** What looks like one of them to whoever only measures. */
const RIGHT: Record<string, string> = {
  'an ellipsis':
    '<p style="overflow: hidden; white-space: nowrap; width: 60px; text-overflow: ellipsis">Plans <b>of</b> the roof</p>',
  'as many lines as there is room for, and an ellipsis':
    '<p style="overflow: hidden; width: 60px; display: -webkit-box; -webkit-line-clamp: 1; -webkit-box-orient: vertical">Plans of the roof</p>',
  'what can be scrolled to':
    '<div style="overflow-y: auto; height: 40px"><p>Plans</p><p>Roof</p><button>Save</button></div>',
  'a table that is meant to be scrolled':
    '<pre style="overflow: auto">Plans of the roof and all the windows of the harbour hall</pre>',
  'text for readers of screens':
    '<span class="unseen" style="position: absolute; width: 1px; height: 1px; overflow: hidden">Plans</span>',
  'a button in a field that leaves room for it':
    '<div style="position: relative; width: 200px"><input style="width: 200px; box-sizing: border-box; padding-right: 60px"><button style="position: absolute; right: 0">x</button></div>',
  'a box to tick and its label': '<label><input type="checkbox"> Plans</label>',
  'a bar over what is scrolled':
    '<a href="/">Plans</a><div style="position: fixed; top: 0"><button>Save</button></div>',
  'white on dark, where the dark is not around it':
    '<div style="position: relative"><div style="position: absolute; inset: 0; background: #333"></div><p style="position: relative; color: #fff">Plans</p></div>',
  'a faded box whose text can still be read':
    '<div style="opacity: 0.9; background: #fff"><p>Plans</p></div>',
  'text on what is faded behind it':
    '<div style="position: relative"><div style="position: absolute; inset: 0; background: #333; opacity: 0.2"></div><p style="position: relative">Plans</p></div>',
  'a button that cannot be used': '<button disabled style="color: #ccc">Save</button>',
}

/** What happens to the focus, and what must be said of it. */
const FOCUS: Record<string, [script: string, said: RegExp | undefined]> = {
  'a dialog that begins at its button': [
    'dialog.showModal()',
    /^focus: is at .*Close.* not at its first field/,
  ],
  'a dialog that is left behind': [
    'dialog.showModal(); field.focus(); requestAnimationFrame(() => { dialog.close(); document.activeElement.blur() })',
    /^focus: is nowhere after .*Share.* was closed/,
  ],
  'a dialog that gives it to something else': [
    'dialog.showModal(); field.focus(); requestAnimationFrame(() => { dialog.close(); other.focus() })',
    /^focus: is at .*Elsewhere.* after .*Share.* was closed, not at .*Open.*/,
  ],
  'a field without a ring': ['bare.focus()', /^focus: shows nothing at input\.bare/],
  'a ring that nobody sees': ['faint.focus()', /^focus: ring has a contrast of 1\.\d+ at input\.faint/],
  'a dialog that begins in its field and gives it back': [
    'dialog.showModal(); field.focus(); requestAnimationFrame(() => dialog.close())',
    undefined,
  ],
}

const DIALOG_PAGE = `
  <input class="bare" style="outline: none"><input class="faint" style="outline-color: #eee">
  <button id="open">Open</button><button id="other">Elsewhere</button>
  <dialog aria-label="Share"><span class="dialog-close"><button>Close</button></span><input id="field"></dialog>
  <script>
    const [dialog, bare, faint] = ['dialog', '.bare', '.faint'].map((what) => document.querySelector(what))
    const { open, other, field } = Object.fromEntries([...document.querySelectorAll('[id]')].map((it) => [it.id, it]))
  </script>`

describe('eyes', () => {
  const openBrowser = useChromium()
  const open = async () => {
    const context = await (await openBrowser()).newContext({ viewport: { width: 360, height: 740 } })
    return context.newPage()
  }

  it('see each fault', async () => {
    const page = await open()
    for (const [what, [html, said]] of Object.entries(WRONG)) {
      await page.setContent(`<style>${LOOK}</style><main>${html}</main>`)
      const found = await faultsOn(page)
      assert.ok(found.length > 0, `nothing was said of ${what}`)
      assert.match(found.join('\n'), new RegExp(said.source, 'm'), what)
    }
    await page.context().close()
  })

  it('take nothing for one that is none', async () => {
    const page = await open()
    for (const [what, html] of Object.entries(RIGHT)) {
      await page.setContent(`<style>${LOOK}</style><main>${html}</main>`)
      assert.deepEqual(await faultsOn(page), [], what)
    }
    await page.context().close()
  })

  it('see where the focus is, and whether that can be seen', async () => {
    const page = await open()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.addInitScript(FOCUS_WATCH)
    const body = `<!doctype html><style>${LOOK}</style>${DIALOG_PAGE}`
    await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body }))
    for (const [what, [script, wanted]] of Object.entries(FOCUS)) {
      said.length = 0
      await page.goto('https://page.test/')
      await page.locator('#open').click()
      await page.evaluate(script)
      if (wanted) await until(() => said.length > 0)
      // As long as it would be given to be right.
      else
        await page.evaluate(
          `new Promise((done) => { let n = 0; const next = () => ++n < 90 ? requestAnimationFrame(next) : done(); next() })`,
        )
      assert.match(said.join('\n'), wanted ?? /^$/, what)
    }
    await page.context().close()
  })
})
