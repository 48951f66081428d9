import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DOCUMENTED_AREAS } from '@holdfast/api/openapi/areas'
import type { OpenApiDocument } from '@holdfast/api/openapi/document'
import { SPECIFICATION } from '@holdfast/api/specification'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { OPERATIONS } from '../packages/server/src/http/app.ts'

describe('the map of the specification', () => {
  const world = useWorld(STACKS[0] as Stack)

  for (const { name, method, path, status } of SPECIFICATION)
    it(`tells the truth about ${name}, which is ${status}`, async () => {
      const answer = await fetch(world.url + path.replaceAll(/\{\w+\}/g, '1'), { method })
      const text = await answer.text()
      // A path that is served asks for a token or says what is wrong; one that is not is unknown.
      const served = answer.status !== 404 && answer.status !== 405
      assert.equal(served, status === 'implemented', `${answer.status} ${text}`)
    })

  it('names served operations as their descriptions do', () => {
    const described = new Map(OPERATIONS.map((op) => [op.name, `${op.method} ${op.path} ${op.area}`]))
    const specified = SPECIFICATION.filter(({ status }) => status === 'implemented')
    for (const op of specified) assert.equal(described.get(op.name), `${op.method} ${op.path} ${op.area}`)
    const ours = OPERATIONS.filter((op) => op.ours)
    assert.equal(described.size, specified.length + ours.length)
  })
})

describe('the API document', () => {
  const world = useWorld(STACKS[0] as Stack)

  const served = async () => (await fetch(`${world.url}/api/2/openapi.json`)).text()
  const described = async () => {
    const { paths } = JSON.parse(await served()) as OpenApiDocument
    return Object.values(paths).flatMap((item) => Object.values(item))
  }

  it('is clean in Redocly’s linter', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      // `…/{file_id}/delete` and `…/folder/{folder_id}` are told apart by ids being numbers, which the rule cannot see.
      rules: { 'no-ambiguous-paths': 'off' },
    })
    // A server at localhost is the one thing that would be wrong with it elsewhere.
    const source = (await served()).replaceAll(world.url, 'https://files.example.test')
    const problems = await lintFromString({ source, config })
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
      [],
    )
  })

  it('describes every operation, and uploads by tus', async () => {
    const names = new Set((await described()).map((op) => op.operationId))
    const tus = ['create_upload', 'get_upload_options', 'get_upload', 'append_upload', 'delete_upload']
    assert.deepEqual(names, new Set([...OPERATIONS.map((op) => op.name), ...tus]))
  })

  it('knows 400 everywhere, and shows every answer that has a body', async () => {
    const operations = await described()
    assert.deepEqual(
      operations.filter((op) => !op.responses[400]).map((op) => op.operationId),
      [],
    )
    const shown = operations.flatMap((op) =>
      Object.values(op.responses).flatMap(({ content }) => content?.['application/json'] ?? []),
    )
    assert.ok(shown.every((answer) => answer.example ?? answer.examples))
    // The word that stands for a text which nobody gave an example of.
    assert.doesNotMatch(JSON.stringify(shown), /"text"/)
  })

  it('explains every parameter', async () => {
    const { paths, components } = JSON.parse(await served()) as OpenApiDocument
    const operations = Object.values(paths).flatMap((item) => Object.values(item))
    const given = operations.flatMap((op) => [
      ...op.parameters.map(({ name, description }) => ({ at: `${op.operationId} ${name}`, description })),
      ...Object.values(op.requestBody?.content ?? {}).flatMap(({ schema }) => {
        const body = components.schemas[schema.$ref?.split('/').at(-1) ?? '']
        return Object.entries(body?.properties ?? {}).map(([name, { description }]) => ({
          at: `${op.operationId} ${name}`,
          description,
        }))
      }),
    ])
    assert.deepEqual([...new Set(given.flatMap(({ at, description }) => (description ? [] : at)))], [])
  })

  it('begins with sign-in, and tells what each section is about', async () => {
    const { tags } = JSON.parse(await served()) as OpenApiDocument
    assert.equal(tags[0]?.name, 'OAuth')
    assert.deepEqual(
      tags.map(({ name }) => name),
      Object.keys(DOCUMENTED_AREAS),
    )
  })

  it('has a page for people that needs nothing from elsewhere', async () => {
    const page = await (await fetch(`${world.url}/api/docs`)).text()
    for (const op of OPERATIONS) assert.ok(page.includes(`id="${op.name}"`), op.name)
    assert.doesNotMatch(page, /<(script|link|img|iframe) |src=/)
  })
})
