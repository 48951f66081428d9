// npm run release-notes [-- file]: what is new since the last release, from changelog/unreleased, to the file or standard output.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isProgram, ROOT } from './bootstrap.mjs'

const ENTRIES = path.join(ROOT, 'changelog/unreleased')
/** In the order in which they matter to whoever runs the service. */
const HEADINGS = { Security: 'Security', Change: 'What is different', Feature: 'New', Fix: 'Mended' }

function entryOf(text) {
  const [first, ...rest] = text.trim().split('\n')
  const [kind, title] = first.split(/: (.*)/s)
  // Notes are read where the pages of the repository are not.
  const words = rest
    .join('\n')
    .trim()
    .replaceAll(/\[([^\]]+)\]\((?!\w+:)[^)]*\)/g, '$1')
  const lines = [`- **${title[0].toUpperCase()}${title.slice(1)}**`, ...(words ? words.split('\n') : [])]
  return { kind, text: lines.join('\n  ').replaceAll(/^ +$/gm, '') }
}

export function releaseNotes() {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  const names = readdirSync(ENTRIES).filter((name) => name.endsWith('.md'))
  const entries = names.sort().map((name) => entryOf(readFileSync(path.join(ENTRIES, name), 'utf8')))
  const parts = Object.entries(HEADINGS).flatMap(([kind, heading]) => {
    const texts = entries.filter((entry) => entry.kind === kind).map(({ text }) => text)
    return texts.length > 0 ? [`## ${heading}\n\n${texts.join('\n')}`] : []
  })
  return `${[`# Holdfast ${version}`, ...parts].join('\n\n')}\n`
}

if (isProgram(import.meta.url)) {
  const [file] = process.argv.slice(2)
  if (file) writeFileSync(file, releaseNotes())
  else process.stdout.write(releaseNotes())
}
