import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { renderMarkdown } from './markdown.ts'

const rendered = (text: string) => renderToStaticMarkup(createElement('div', null, ...renderMarkdown(text)))

describe('rendered Markdown', () => {
  it('has what Markdown has', () => {
    const html = rendered('# A *b*\n\none &amp; two  \n`x < y`\n\n3. c\n\n- [x] d\n\n> e\n\n|f|\n|-|\n|g|')
    for (const part of [
      '<h2 class="markdown-1">A <em>b</em></h2>',
      'one &amp; two<br/><code>x &lt; y</code>',
      '<ol start="3"><li>c</li></ol>',
      '☑ </span>d',
      '<blockquote><p>e</p></blockquote>',
      '<th>f</th>',
      '<td>g</td>',
    ])
      assert.ok(html.includes(part), `${part} in ${html}`)
  })

  it('runs nothing, loads nothing and leads nowhere but away', () => {
    const html = rendered(
      [
        '<script>steal()</script>',
        'a <img src=x onerror=steal()> <b onclick=steal()>b</b>',
        '![spy](https://spy.example/p.png)',
        '[x](javascript:steal()) [y](JaVaScRiPt&#58;steal()) [z](data:text/html,1) [own](/account/sign-out)',
        '<iframe src="/"></iframe>\n\n<style>*{display:none}</style>\n\n<svg onload=steal()>',
        '[good](https://good.example/?a=1&b=2)',
      ].join('\n\n'),
    )
    assert.doesNotMatch(html, /<(script|img|iframe|style|svg|b)\b/i)
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    assert.deepEqual(links, ['https://spy.example/p.png', 'https://good.example/?a=1&amp;b=2'])
    assert.match(html, /rel="noopener noreferrer"/)
    assert.match(html, /&lt;script&gt;steal\(\)/, 'and shows what was written')
  })
})
