import { sizeInWords } from '@holdfast/api/sizes'
import { html } from '../frame/markup.ts'
import { type Page, page, type Site } from '../frame/page-frame.ts'
import type { AgentFile } from './agent-files.ts'

const WORDS: Record<string, string> = {
  'holdfast-agent.mjs': 'For every Linux machine with Node 24',
  'holdfast-agent-linux-x64': 'A program of its own, for Linux on x64',
  'holdfast-agent-linux-arm64': 'A program of its own, for Linux on arm64',
}

/** The form that suits every machine; which of the others does, only its owner knows. */
const PROGRAM = 'holdfast-agent.mjs'

/** How to get files onto a machine, for whoever was given an account. */
export function agentPage(site: Site, files: readonly AgentFile[]): Page {
  const address = `https://${site.host}`
  return page(site, {
    title: 'The agent for your devices',
    wide: true,
    body: html`<h1>Your files on your devices</h1>
<p class="lead">The agent keeps folders of a machine and your files here the same, in both directions, and makes backups.</p>
<dl class="facts">${files.map(
      ({ name, size, sha256 }) => html`<div>
<dt>${WORDS[name]}</dt>
<dd><a href="/agent/${name}" download>${name}</a> (${sizeInWords(size, 'en')})<br><code>SHA-256 ${sha256}</code></dd>
</div>`,
    )}</dl>
<dl class="facts">
<div><dt>1. Get it</dt><dd><code>curl -fO ${address}/agent/${PROGRAM}</code></dd></div>
<div><dt>2. Sign in; it asks where your files are to be</dt><dd><code>node ${PROGRAM} login ${address}</code></dd></div>
<div><dt>3. Let it run, now and after each start of the machine</dt><dd><code>node ${PROGRAM} install</code></dd></div>
</dl>
<div class="quiet"><p><code>node ${PROGRAM} help</code> tells what else it can do.${files.length > 1 && html` A program of its own is used in the same way, without <code>node</code>, after <code>chmod +x</code>.`}</p>
<p>Does your browser warn of this server's certificate? Then nobody but the server vouches for it. Add <code>-k</code> to <code>curl</code>, and have whoever runs the server read its SHA-256 values to you: that of the file, which <code>sha256sum ${PROGRAM}</code> shows, and that of the certificate, which <code>login</code> shows before it asks for anything.</p></div>`,
  })
}
