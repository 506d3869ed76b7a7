import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { MINUTE } from '../../functions/kit/clock.ts';
import { Storage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { tryUnpackJson } from '../../functions/kit/packed.ts';
import { type Key, keys } from '../../functions/kit/table/keys.ts';
import { addressHash } from '../../functions/kit/text/address.ts';
import { handler as erase } from '../../functions/workers/erase-person.ts';
import { handler as exportData } from '../../functions/workers/export-data.ts';
import { handler as notify } from '../../functions/workers/notify-submitter.ts';
import { handler as purge } from '../../functions/workers/purge.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newTeam, newWorkspace, type Person, signIn, table } from '../driver.ts';
import { attached } from '../widget-api/visit.ts';
import { batchOf } from '../workers/messages.ts';

/** Sets as lists, and compressed JSON as its text. */
const plain = (_: string, value: unknown) => {
  if (value instanceof Set) return [...value];
  return value instanceof Uint8Array ? tryUnpackJson(value) : value;
};

/** Every row and object of the stage that holds one of the words, in any case. Uploads expire after a day. */
export const holding = async (words: readonly string[]): Promise<string[]> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const s3 = new S3Client({});
  // Teaches the client to sign a bucket's address as the emulator verifies it.
  new Storage(() => s3, '');
  const wanted = words.map((word) => word.toLowerCase());
  const has = (text: string) => wanted.some((word) => text.toLowerCase().includes(word));
  const found: string[] = [];
  for (const TableName of [process.env.TABLE_NAME, process.env.SCRATCH_TABLE_NAME]) {
    for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
      found.push(...Items.filter((row) => has(JSON.stringify(row, plain))).map(({ pk, sk }) => `${pk} ${sk}`));
    }
  }
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: process.env.EVIDENCE_BUCKET }));
  for (const { Key } of Contents.filter((one) => !one.Key?.startsWith('incoming/'))) {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: process.env.EVIDENCE_BUCKET, Key }));
    if (has(`${Key} ${await Body?.transformToString('latin1')}`)) found.push(String(Key));
  }
  client.destroy();
  s3.destroy();
  return found.sort();
};

export const messageOf = (job: string, key: Key) => batchOf([{ job, ...key }]);
export const accountOf = (person: Person) => messageOf('erase-person', keys.user(person.user_id));
export const mailboxOf = (email: string) => messageOf('erase-person', keys.erasure(addressHash(email)));

/** Both looks of an erasure. */
export const eraseWhole = async (message: ReturnType<typeof messageOf>): Promise<void> => {
  for (let look = 0; look < 2; look += 1) {
    const { batchItemFailures } = await erase(message);
    if (batchItemFailures.length > 0) throw new Error('The erasure failed.');
    advance(MINUTE);
  }
};

export const purgePersonal = async (person: Person, workspace_id: string): Promise<void> => {
  advance(2 * MINUTE);
  await purge(messageOf('purge', keys.workspace(workspace_id)));
  if (await table().get(keys.workspace(workspace_id))) throw new Error(`${person.user_id} still has a workspace.`);
};

export const exportNow = async (key: Key): Promise<void> => {
  const { batchItemFailures } = await exportData(messageOf('export-data', key));
  if (batchItemFailures.length > 0) throw new Error('The export failed.');
};

const must = <Body>(answer: { status: number; text: string; body: Body }): Body => {
  if (answer.status !== 200) throw new Error(`The fixture was refused: ${answer.status} ${answer.text}`);
  return answer.body;
};

/** Someone who has left their name and address wherever a person can. */
export const someone = async () => {
  const tag = newId().slice(-10).toLowerCase();
  const name = `Quimby${tag}`;
  const email = `leaver.${tag}@example.com`;
  const person = await signIn({ email, name });
  must(await call('GET', '/api/v1/sites', { as: person }));
  const personal = String((await table().get(keys.user(person.user_id)))?.personal_workspace_id);
  const own = must(
    await call('POST', '/api/widget/sites', { as: person, body: { name: 'Own', url: 'https://own.example/' } }),
  );

  const team = await newTeam();
  const site = await team.site();
  const invited = must(
    await call('POST', `/api/workspaces/${team.id}/invitations`, { as: team.owner, body: { email, role: 'MEMBER' } }),
  );
  must(await call('POST', '/api/invitations/accept', { as: person, body: { token: invited.token } }));
  must(
    await call('PATCH', `/api/workspaces/${team.id}/members/${person.user_id}`, {
      as: team.owner,
      body: { role: 'OWNER' },
    }),
  );
  const here = { ...person, workspace_id: team.id };
  must(await call('POST', `/api/workspaces/${team.id}/api-tokens`, { as: here, body: { name: 'bot', role: 'GUEST' } }));
  const toOther = { email: `other.${tag}@example.org`, role: 'GUEST' };
  must(await call('POST', `/api/workspaces/${team.id}/invitations`, { as: here, body: toOther }));

  const elsewhere = await newWorkspace();
  const away = await elsewhere.site();
  must(
    await call('POST', `/api/workspaces/${elsewhere.id}/invitations`, {
      as: elsewhere.owner,
      body: { email, role: 'GUEST' },
    }),
  );
  const note = await elsewhere.note(away, {
    name,
    email: email.toUpperCase(),
    body: `Write to ${email} please`,
    identity: { user_id: email, name },
    metadata: { contact: email },
    context: {
      page: { url: `https://shop.example.com/hello?to=${email}`, title: `Hello ${email}` },
      anchor: { kind: 'element', selector: '#hello', tag: 'p', text: `Signed in as ${email.toUpperCase()}` },
      html: `<p id="hello">Signed in as "${email}"</p>`,
    },
    files: [await attached(away, `${name}.txt`, `My address is ${email}`)],
  });
  must(
    await call('PATCH', `/api/v1/annotations/${note.id}`, {
      as: elsewhere.owner,
      body: { status: 'resolved', summary: `Sent to ${email}.`, labels: ['only for the team'] },
    }),
  );
  must(
    await call('POST', `/api/widget/notes/${note.id}/confirmation`, {
      as: away.widget,
      body: { fixed: true },
      headers: { origin: 'https://shop.example.com', 'x-sidenote-notes': note.note_secret },
    }),
  );
  must(
    await call('POST', `/api/widget/notes/${note.id}/replies`, {
      as: away.widget,
      body: { body: `Or to ${email.toUpperCase()}`, author_name: name },
      headers: { origin: 'https://shop.example.com', 'x-sidenote-notes': note.note_secret },
    }),
  );
  must(
    await call('POST', `/api/v1/annotations/${note.id}/replies`, {
      as: elsewhere.owner,
      body: { body: `I wrote to <${email}>: https://crm.example/?to=${encodeURIComponent(email)}` },
    }),
  );
  const stakeholders = `/api/widget/sites/${away.id}/stakeholders`;
  const stakeholder = must(await call('POST', stakeholders, { as: elsewhere.owner, body: { name } }));
  const early = await elsewhere.note(away, {}, { 'x-sidenote-stakeholder': stakeholder.token });
  must(await call('PATCH', `${stakeholders}/${stakeholder.token}`, { as: elsewhere.owner, body: { email } }));
  const late = await elsewhere.note(away, {}, { 'x-sidenote-stakeholder': stakeholder.token });
  const teamNote = await team.note(site);
  must(
    await call('POST', `/api/v1/annotations/${teamNote.id}/replies`, {
      as: here,
      body: { body: 'On it', author_name: name },
    }),
  );
  must(
    await call('POST', `/api/widget/annotations/${teamNote.id}/approval`, { as: here, body: { decision: 'approve' } }),
  );
  must(await call('POST', '/api/access-requests', { body: { email, intent: 'To try it' } }));

  return {
    ...person,
    name,
    words: [name, email, addressHash(email), encodeURIComponent(email)],
    tag,
    personal,
    own,
    team,
    site,
    elsewhere,
    away,
    note,
    early,
    late,
    teamNote,
    stakeholder,
  };
};

/** Someone's team mentions them; they have chosen the daily digest for that. */
export const mentioned = async ({ team, teamNote, ...person }: Awaited<ReturnType<typeof someone>>) => {
  const as = { ...person, workspace_id: team.id };
  const settings = { ways: { mention: 'daily' } };
  must(await call('PATCH', `/api/workspaces/${team.id}/notification-settings`, { as, body: settings }));
  const body = { body: 'Look at this', internal: true, mentions: [person.user_id] };
  must(await call('POST', `/api/v1/annotations/${teamNote.id}/replies`, { as: team.owner, body }));
  const { pk: partition, sk } = keys.memberEvent(team.id, '');
  const events = await table().queryAll({ partition, sort: ['begins_with', sk], consistent: true });
  await notify(batchOf(events.map((row) => ({ job: 'notify-members', pk: row.pk, sk: row.sk }))));
};
