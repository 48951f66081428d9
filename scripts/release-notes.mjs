// npm run release-notes [-- file]: what is new in this version, from CHANGELOG.md and changelog/unreleased, to the file or standard output.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isProgram, ROOT } from './bootstrap.mjs'

const CHANGELOG = path.join(ROOT, 'CHANGELOG.md')
const ENTRIES = path.join(ROOT, 'changelog/unreleased')
/** In the order in which they matter to people who run the service. */
const HEADINGS = { Security: 'Security', Change: 'Changed', Feature: 'Added', Fix: 'Fixed' }

/** Release notes are read where the pages of the repository are not. */
const withoutLocalLinks = (text) => text.replaceAll(/\[([^\]]+)\]\((?!\w+:)[^)]*\)/g, '$1')

function entryOf(text) {
  const [first, ...rest] = text.trim().split('\n')
  const [kind, title] = first.split(/: (.*)/s)
  const words = rest.join('\n').trim()
  const lines = [`- **${title[0].toUpperCase()}${title.slice(1)}**`, ...(words ? words.split('\n') : [])]
  return { kind, text: lines.join('\n  ').replaceAll(/^ +$/gm, '') }
}

function groupsOf(texts, level) {
  const entries = texts.map(entryOf)
  return Object.entries(HEADINGS).flatMap(([kind, heading]) => {
    const ofKind = entries.filter((entry) => entry.kind === kind).map(({ text }) => text)
    return ofKind.length > 0 ? [`${level} ${heading}\n\n${ofKind.join('\n')}`] : []
  })
}

/** What the changelog says about a version, one level up; undefined if the version is not in it. */
function sectionOf(changelog, version) {
  const section = changelog.split(/^## /m).find((part) => part.split(/\s/, 1)[0] === version)
  return section
    ?.slice(section.indexOf('\n'))
    .replaceAll(/^##(?=#+ )/gm, '#')
    .trim()
}

/**
 * The notes of a version: its section of the changelog. Entries come first: they are in the program, and in no release yet.
 */
export function notesOf({ version, changelog, entries }) {
  const section = sectionOf(changelog, version)
  const parts =
    section === undefined
      ? groupsOf(entries, '##')
      : [...(entries.length > 0 ? [`## Since ${version}`, ...groupsOf(entries, '###')] : []), section]
  return `${withoutLocalLinks([`# Holdfast ${version}`, ...parts].join('\n\n'))}\n`
}

export function releaseNotes() {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  const names = readdirSync(ENTRIES).filter((name) => name.endsWith('.md'))
  const entries = names.sort().map((name) => readFileSync(path.join(ENTRIES, name), 'utf8'))
  return notesOf({ version, changelog: readFileSync(CHANGELOG, 'utf8'), entries })
}

if (isProgram(import.meta.url)) {
  const [file] = process.argv.slice(2)
  if (file) writeFileSync(file, releaseNotes())
  else process.stdout.write(releaseNotes())
}
