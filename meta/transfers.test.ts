import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { environment } from '@holdfast/server/testkit/environment'
import { STACKS } from '@holdfast/server/testkit/stacks'
import { useWorld } from '@holdfast/server/testkit/world'

const PAGE = path.resolve(import.meta.dirname, '../docs/transfers.md')

for (const stack of STACKS)
  describe(`the page about transfers, on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('has blocks that do what they say', async () => {
      const text = await readFile(PAGE, 'utf8')
      const blocks = [...text.matchAll(/^```bash\n(.*?)^```/gms)].map(([, block = '']) => block)
      assert.ok(blocks.length >= 10)
      const ann = await world.person()
      const folder = await mkdtemp(path.join(tmpdir(), 'holdfast-transfers-'))
      // One shell for all of them, because each goes on from the one before; the last line shows that it got there.
      const script = [
        'set -eEuo pipefail',
        'trap \'echo "failed: $BASH_COMMAND" >&2\' ERR',
        ...blocks,
        'echo done',
      ]
      try {
        const { stdout } = await promisify(execFile)('bash', ['-c', script.join('\n')], {
          cwd: folder,
          env: {
            ...process.env,
            BASE: world.url,
            TOKEN: ann.session?.accessToken ?? '',
            ROOT: String(ann.rootId),
            CURL_CA_BUNDLE: environment('TESTKIT_TLS_CERT'),
          },
        })
        assert.match(stdout, /done\n$/)
      } finally {
        await rm(folder, { recursive: true })
      }
    })
  })
