import type { Messages } from '../../../platform/messages/en/en.ts'
import type { OwnCertificate } from '../../exchange/own-certificate.ts'
import { filled, type Html, html } from '../frame/markup.ts'
import { type Page, page, type Site, wordsOf } from '../frame/page-frame.ts'
import { pageScript } from '../frame/page-script.ts'
import type { AgentFile } from './agent-files.ts'
import type { AgentRelease } from './agent-release.ts'

type Words = Messages['agent']

/** The form that suits every machine with Node. */
const PROGRAM = 'holdfast-agent.mjs'
const KEY = 'release.pub'
const RUNS_ON = 'Linux'

export interface Offer {
  files: readonly AgentFile[]
  release: AgentRelease | undefined
  certificate: OwnCertificate | undefined
}

let script: string | undefined
function copyScript(): string {
  script ??= pageScript('copy-command').trim()
  return script
}

/** How to get files onto a computer, for anyone who was given an account. */
export function agentPage(site: Site, offer: Offer, system: string | undefined): Page {
  const t = wordsOf(site).agent
  const address = `https://${site.host}`
  const steps = offer.release ? byScript(t, address, offer) : byNode(t, address)
  const others = html`<details class="more"><summary>${t.otherWays}</summary>${downloads(t, address, offer)}</details>`
  // Programs that fetch the page say nothing of a system, and are mostly where the agent runs.
  const elsewhere = system !== undefined && system !== RUNS_ON
  return page(site, {
    title: t.title,
    wide: true,
    script: copyScript(),
    body: html`<h1>${t.title}</h1>
${elsewhere ? html`${inBrowser(t, system)}<details class="more"><summary>${t.onLinux}</summary>${steps}${others}</details>` : html`<p class="lead">${t.lead}</p>${steps}${others}`}`,
  })
}

/** What can be done today where the agent does not run. */
const inBrowser = (t: Words, system: string): Html => html`<p class="lead">${t.notHere(system)}</p>
<p class="lead">${t.browserWorks}</p>
<div class="stack"><a class="button primary" href="/">${t.openBrowser}</a></div>`

/** The line to paste. A certificate that nobody vouches for is compared by its key, and by no other. */
const line = (address: string, certificate: OwnCertificate | undefined, tool: 'curl' | 'wget'): string => {
  const pin = certificate?.isSelfSigned ? certificate.pin : undefined
  const script = `${address}/agent/install.sh | sh`
  if (tool === 'curl') return `curl -fsS ${pin ? `-k --pinnedpubkey ${pin} ` : ''}${script}`
  return `wget -qO- ${pin ? `--no-check-certificate --pinnedpubkey=${pin} ` : ''}${script}`
}

/** A line to paste elsewhere. */
const toCopy = (t: Words, text: string): Html =>
  html`<span class="to-copy"><code class="command" tabindex="0">${text}</code><button class="secondary copy" type="button" data-done="${t.copied}" hidden>${t.copy}</button><span class="unseen" role="status"></span></span>`

const command = (text: string): Html => html`<code>${text}</code>`

const byScript = (t: Words, address: string, { certificate }: Offer): Html => html`<ol class="steps">
<li>${t.paste}
${toCopy(t, line(address, certificate, 'curl'))}</li>
<li>${t.enter}</li>
<li>${filled(t.done, command('holdfast-agent status'), command('holdfast-agent open'))}</li>
</ol>
${certificate?.isSelfSigned && selfSigned(t, certificate)}`

const selfSigned = (t: Words, { fingerprint }: OwnCertificate): Html =>
  html`<div class="note warn"><p>${t.selfSigned}</p>
<p><code>${fingerprint}</code></p></div>`

const byNode = (t: Words, address: string): Html => html`<ol class="steps">
<li>${t.downloadAgent}
${toCopy(t, `curl -fO ${address}/agent/${PROGRAM}`)}</li>
<li>${t.signIn}
${toCopy(t, `node ${PROGRAM} login ${address}`)}</li>
<li>${t.start}
${toCopy(t, `node ${PROGRAM} install`)}</li>
</ol>`

/** What a file is for, by its name. */
const purposeOf = (t: Words, name: string): string =>
  name === PROGRAM ? t.forNode : t.program(name.slice(name.lastIndexOf('-') + 1))

const downloads = (t: Words, address: string, { files, release, certificate }: Offer): Html => html`${
  release &&
  html`<p>${t.noCurl} ${toCopy(t, line(address, certificate, 'wget'))}</p>
<p>${filled(t.aboutScript, html`<a href="/agent/install.sh">${t.script}</a>`)}</p>
<p>${t.byHand}</p>`
}
<dl class="facts">${files.map(
  ({ name, size, sha256 }) => html`<div>
<dt>${purposeOf(t, name)}</dt>
<dd><a href="/agent/${name}" download>${name}</a> (${t.size(size)})<br><code>${`SHA-256 ${sha256}`}</code></dd>
</div>`,
)}
${
  release &&
  html`<div>
<dt>${t.buildKey}</dt>
<dd><a href="/agent/${KEY}" download>${KEY}</a><br><code>${`SHA-256 ${release.keySha256}`}</code></dd>
</div>`
}</dl>`
