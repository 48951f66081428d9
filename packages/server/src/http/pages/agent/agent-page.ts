import { sizeInWords } from '@holdfast/api/sizes'
import { type Html, html } from '../frame/markup.ts'
import { type Page, page, type Site } from '../frame/page-frame.ts'
import type { AgentFile } from './agent-files.ts'
import type { AgentRelease } from './agent-release.ts'
import type { OwnCertificate } from './own-certificate.ts'

const WORDS: Record<string, string> = {
  'holdfast-agent.mjs': 'For Linux with Node 24',
  'holdfast-agent-linux-x64': 'One program, for Linux on x64',
  'holdfast-agent-linux-arm64': 'One program, for Linux on arm64',
}

/** The form that suits every machine with Node. */
const PROGRAM = 'holdfast-agent.mjs'

export interface Offer {
  files: readonly AgentFile[]
  release: AgentRelease | undefined
  certificate: OwnCertificate | undefined
}

/** How to get files onto a computer, for anyone who was given an account. */
export function agentPage(site: Site, offer: Offer): Page {
  const address = `https://${site.host}`
  return page(site, {
    title: 'Sync files to your computer',
    wide: true,
    body: html`<h1>Sync files to your computer</h1>
<p class="lead">The agent keeps a folder on your computer and your files here in sync, in both directions. It runs on Linux, x64 and arm64.</p>
${offer.release ? byScript(address, offer) : byNode(address)}
<div class="quiet">${downloads(offer)}</div>`,
  })
}

/** The line to paste. A certificate that nobody vouches for is compared by its key, and by no other. */
const line = (address: string, certificate: OwnCertificate | undefined, tool: 'curl' | 'wget'): string => {
  const pin = certificate?.isSelfSigned ? certificate.pin : undefined
  const script = `${address}/agent/install.sh | sh`
  if (tool === 'curl') return `curl -fsS ${pin ? `-k --pinnedpubkey ${pin} ` : ''}${script}`
  return `wget -qO- ${pin ? `--no-check-certificate --pinnedpubkey=${pin} ` : ''}${script}`
}

const byScript = (address: string, { certificate }: Offer): Html => html`<ol class="steps">
<li>Open a terminal on the computer and paste this line:
<code class="command">${line(address, certificate, 'curl')}</code>
<span class="aside">No curl? <code>${line(address, certificate, 'wget')}</code></span></li>
<li>Enter your email address, your password and the folder for your files. Press Enter for the suggested folder.</li>
<li>The terminal shows which folder is synced with your files. Put a file into it. Seconds later it is here, too. <code>holdfast-agent status</code> shows the progress, <code>holdfast-agent open</code> shows it in a browser.</li>
</ol>
${certificate?.isSelfSigned && selfSigned(certificate)}`

const selfSigned = ({ fingerprint }: OwnCertificate): Html =>
  html`<div class="note warn"><p>This server made its certificate itself, so browsers warn about it. Ask your administrator for the SHA-256 fingerprint and compare it. The line above accepts this certificate only:</p>
<p><code>${fingerprint}</code></p></div>`

const byNode = (address: string): Html => html`<ol class="steps">
<li>Download the agent. It needs Node 24:
<code class="command">curl -fO ${address}/agent/${PROGRAM}</code></li>
<li>Sign in. It asks where to keep your files:
<code class="command">node ${PROGRAM} login ${address}</code></li>
<li>Start it, now and whenever you sign in to the computer:
<code class="command">node ${PROGRAM} install</code></li>
</ol>`

const downloads = ({ files, release }: Offer): Html => html`${
  release &&
  html`<p>The <a href="/agent/install.sh">script</a> checks everything it downloads and installs the agent for your account, with the Node that it needs. Run it as root to install it for a file server.</p>
<p>To install it by hand, or to compare:</p>`
}
<dl class="facts">${files.map(
  ({ name, size, sha256 }) => html`<div>
<dt>${WORDS[name]}</dt>
<dd><a href="/agent/${name}" download>${name}</a> (${sizeInWords(size, 'en')})<br><code>SHA-256 ${sha256}</code></dd>
</div>`,
)}
${
  release &&
  html`<div>
<dt>Build key</dt>
<dd><a href="/agent/release.pub" download>release.pub</a><br><code>SHA-256 ${release.keySha256}</code></dd>
</div>`
}</dl>`
