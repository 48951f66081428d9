import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tablesWithoutRoot, wideSteps } from './root-guard.ts'

describe('the guard of roots', () => {
  for (const statement of [
    'select * from entry where root_id = ? and id = ?',
    'select * from "entry" as "e" where "e"."id" in (?, ?) and "e"."root_id" + 0 = ?',
    'insert into entry (root_id, name) values (?, ?)',
    'update chunk set refs = 0 where chunk.root_id = $1 and id in (select chunk_id from revision_chunk u where u.root_id = $1)',
    'select * from root r join change c on c.root_id = r.id and c.seq = r.seq',
    'with recursive above (id) as (select 1 union all select e.id from above cross join entry e where e.root_id = ? and e.id = above.id) select * from above',
    'select * from root where id = ?',
    'create table entry (id integer)',
  ])
    it(`lets pass ${statement}`, () => assert.deepEqual(tablesWithoutRoot(statement), []))

  for (const [statement, names] of [
    ['select * from entry where id = ?', ['entry']],
    ['select root_id from "entry" as "e" where "e"."id" = ?', ['e']],
    ['select * from revision_chunk u join chunk c on c.id = u.chunk_id where u.root_id = ?', ['c']],
    ['select 1 from root where id in (select root_id from change where seq = ?)', ['change']],
    ['update chunk set root_id_hint = 1 where id = ?', ['chunk']],
    ['delete from entry where id = ? and root_id <> ?', ['entry']],
    ['insert into revision (entry_id) values (?)', ['revision']],
    ['select 1 from entry where root_id = ? union all select 1 from entry where id = ?', ['entry']],
    ['with a as (select id from entry) select * from a', ['entry']],
    ['select * from entry, change c where c.root_id = ?', ['entry']],
  ] as const)
    it(`refuses ${statement}`, () => assert.deepEqual(tablesWithoutRoot(statement), names))

  it('knows the steps of a plan that read too much', () => {
    const statement = 'select * from wanted join entry e on e.root_id = ? and e.id = wanted.id'
    const plan = ['SCAN wanted', 'SEARCH e USING INTEGER PRIMARY KEY (rowid=?)']
    assert.deepEqual(wideSteps(statement, plan), [])
    const wide = 'SEARCH e USING INDEX entry_size (root_id=?)'
    assert.deepEqual(wideSteps(statement, ['SCAN wanted', wide, 'SCAN e']), [wide, 'SCAN e'])
    assert.deepEqual(
      wideSteps(statement, ['SEARCH e USING INDEX entry_size (root_id=? AND parent_id=?)']),
      [],
    )
  })
})
