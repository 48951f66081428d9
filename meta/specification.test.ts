import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openApiDocument } from '@holdfast/api/openapi'
import { SPECIFICATION } from '@holdfast/api/specification'
import { STACKS, type Stack } from '@holdfast/server/testkit/stacks'
import { useWorld } from '@holdfast/server/testkit/world'
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

  it('is served and describes every operation', async () => {
    const response = await fetch(`${world.url}/api/2/openapi.json`)
    const info = { title: 'Holdfast API', version: '2.0.0', baseUrl: world.url }
    assert.deepEqual(await response.json(), JSON.parse(JSON.stringify(openApiDocument(OPERATIONS, info))))
  })

  it('has a page for people that needs nothing from elsewhere', async () => {
    const page = await (await fetch(`${world.url}/api/docs`)).text()
    for (const op of OPERATIONS) assert.ok(page.includes(`id="${op.name}"`), op.name)
    assert.doesNotMatch(page, /<script|src="http/)
  })
})
