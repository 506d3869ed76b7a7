import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keys, LISTS, objects, partitions, places, scratchKeys, tables } from '../../functions/kit/table/keys.ts';
import type { Pattern, RecordKind } from '../../functions/kit/table/record.ts';

const SOURCE = 'functions/kit/table/keys.ts';

const commentsIn = (table: string) => {
  const source = readFileSync(join(import.meta.dirname, '../..', SOURCE), 'utf8');
  const [, after = ''] = source.split(`export const ${table} = /* @__PURE__ */ recordsFrom({`);
  const [records = ''] = after.split('});');
  return new Map(
    [...records.matchAll(/\/\*\*(.+?)\*\/\s+(\w+)[:,]/gs)].map(([, comment = '', name = '']) => {
      const [words = '', schema] = comment
        .replace(/\s+(\* )?/g, ' ')
        .trim()
        .split(/ ?\{@link (\w+)\}/);
      return [name, { words: words.replace(/\.$/, ''), schema: schema ? `\`${schema}\`` : '' }];
    }),
  );
};

const rowsOf = (table: string, records: Record<string, Pick<RecordKind, 'pk' | 'sk' | 'purge'>>) => {
  const comments = commentsIn(table);
  return Object.entries(records)
    .map(([name, { pk, sk, purge }]) => {
      const comment = comments.get(name);
      if (!comment) throw new Error(`${name} in ${SOURCE} has no comment.`);
      const cells = [name, `\`${pk}\``, `\`${sk}\``, ...(purge ? [purge] : []), comment.schema, comment.words];
      return `| ${cells.join(' | ')} |`;
    })
    .join('\n');
};

const named = (patterns: Record<string, Pattern>) =>
  Object.entries(patterns).map(([name, { text }]) => `| ${name} | \`${text}\` |`);

const coded = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

export const dataModel = (): string => `# Data model

Written by \`npm run docs\` from \`${SOURCE}\`; edit that.

One table holds every record. The caller's workspace is part of every tenant key, so another tenant's id is absent.
Rows are read by key or by key condition, never scanned, and parsed with zod. Times are milliseconds; \`ttl\` is in
seconds and only collects garbage: every read compares its own expiry with the clock.

| record | pk | sk | a purge finds it by | schema | content |
|---|---|---|---|---|---|
${rowsOf('keys', keys)}

## Indexes

| index | keys | projects |
|---|---|---|
${Object.entries(tables.main.indexes)
  .map(
    ([name, { partition, sort, project }]) => `| ${name} | ${coded([partition.name, sort.name])} | ${coded(project)} |`,
  )
  .join('\n')}

The fields of lists are stored in one map, \`list\`. DynamoDB projects at most 20 attributes and never changes a
projection in place; adding a name to the map changes none. Stores use these attributes under their own names, and
\`functions/kit/table/stored-form.ts\` translates.

| sort key | \`list\` holds |
|---|---|
${[...LISTS].map(([sk, names]) => `| \`${sk}\` | ${coded([...names])} |`).join('\n')}

| partition | value |
|---|---|
${named(partitions).join('\n')}

| sort key in them | value |
|---|---|
${named(places).join('\n')}

Owed work has \`job\`, \`due_at\` and \`due_pk\`. The write that creates the work sets them, the write that records the
outcome removes them. The stream is the fast path to the queue; a schedule re-queues overdue work.

## Scratch table

Rows that needn't survive a loss: no stream, no backup.

| record | pk | sk | schema | content |
|---|---|---|---|---|
${rowsOf('scratchKeys', scratchKeys)}

## Evidence bucket

| folder | key |
|---|---|
${named(objects).join('\n')}

\`incoming/\` takes presigned uploads and expires after a day. Attaching verifies the bytes and writes them to a key
under \`kept/\`, where no one can upload.
`;
