import type { DatabaseSync } from 'node:sqlite'

/** What the tables of a file are. */
export interface Schema {
  /** Tells such a file from any other SQLite file. */
  readonly applicationId: number
  /** Each makes of the version that is its place in the list the next one. Released ones are never edited. */
  readonly steps: readonly string[]
}

export const STORE_SCHEMA: Schema = {
  // `hdfs` in ASCII.
  applicationId: 0x68646673,
  steps: [
    `
  create table state (
    id integer primary key check (id = 0),
    epoch text, cursor text,
    op_count integer not null
  ) strict;
  create table remote (
    id integer primary key, parent_id integer not null, kind text not null, name text not null,
    ver integer not null, seq integer not null, revision_id integer, content text, size integer not null,
    modified text, deleted integer not null
  ) strict;
  create table link (
    row_id integer primary key, local_id text not null, kind text not null,
    row_parent integer not null, local_parent text not null, name text not null, content text,
    content_ver integer not null, place_ver integer not null, prepared text
  ) strict;
  create table file (local_id text primary key, stamp text not null, content text not null) strict, without rowid;
  create table intent (op_id text primary key, intent text not null) strict, without rowid;
  create table leftover (id text primary key) strict, without rowid;
  create table deselected (id integer primary key) strict;
  create table unread (id integer primary key) strict;
  insert into state (id, op_count) values (0, 0);
  `,
    // What the disk has is kept as well. Of what was linked, all is known but sizes that have changed and other spellings.
    `
  create table local (
    id text primary key, parent_id text not null, kind text not null, name text not null, raw_name text,
    content text, stamp text not null, size integer not null
  ) strict;
  insert or ignore into local
    select link.local_id, local_parent, link.kind, link.name, null, file.content, file.stamp, coalesce(remote.size, 0)
    from link join file on file.local_id = link.local_id left join remote on remote.id = link.row_id
    where prepared is null;
  insert or ignore into local
    select local_id, local_parent, kind, name, null, null, '', 0 from link where kind = 'folder' and prepared is null;
  drop table file;
  create index local_in on local (parent_id);
  create index local_holding on local (substr(content, 1, 16)) where content is not null;
  create index remote_in on remote (parent_id) where deleted = 0;
  create index link_of_local on link (local_id);
  `,
    // The rules that count on this device, also while others wait for somebody's yes.
    'alter table state add column rules text;',
    // What large files consist of. Lists of another cutter would give other chunks: anyone who changes it drops these.
    'create table chunks (local_id text primary key, stamp text not null, list blob not null) strict;',
    // Times of change, and names that files have just left. Of a time that is not known, both sides keep what they have.
    `
  alter table local add column modified integer;
  alter table link add column modified text;
  alter table link add column local_modified integer;
  create table left_name (place text primary key, left_name text not null) strict, without rowid;
  `,
  ],
}

export function bringUpToDate(db: DatabaseSync, { applicationId, steps }: Schema, version: number): void {
  if (version === steps.length) return
  db.exec('begin immediate')
  for (const step of steps.slice(version)) db.exec(step)
  db.exec(`pragma application_id = ${applicationId}; pragma user_version = ${steps.length}; commit`)
}
