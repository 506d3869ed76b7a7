import { readInvitationToken } from '../../functions/invitations/token.ts';
import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { MAX_IN_DIGEST } from '../../functions/notifications/rows.ts';
import { owed } from '../../functions/owed/jobs.ts';
import type { CaughtMail } from '../../lib/local/mail-sink.ts';
import type { World } from '../access/world.ts';
import { call, table } from '../driver.ts';
import { mailed, mailsTo } from '../invitations/mails.ts';
import { until } from '../workers/until.ts';
import { textOf } from './fill-workspace.ts';

const must = <Body>(answer: { status: number; text: string; body: Body }): Body => {
  if (answer.status !== 200) throw new Error(`The fixture was refused: ${answer.status} ${answer.text}`);
  return answer.body;
};

/** About as long as an address can be that mail is sent to. */
const longAddress = () => `${'e'.repeat(30)}.${newId().toLowerCase()}@${`${'d'.repeat(60)}.`.repeat(3)}example.com`;

/** One mail of each kind, from rows that hold the most there can be, as the stage sends it. */
export const mailWorst = async ({ ws, site }: Pick<World, 'ws' | 'site'>, sign: string): Promise<CaughtMail[]> => {
  const text = textOf(sign);
  const as = ws.owner;
  await table().transact([{ update: keys.workspace(ws.id), set: { name: text(120) } }]);

  const invited = longAddress();
  const { token } = must(
    await call('POST', `/api/workspaces/${ws.id}/invitations`, {
      as,
      body: { email: `of-${newId()}@example.com`, role: 'GUEST' },
    }),
  ) as { token: string };
  const row = await table().get(keys.invitation(ws.id, readInvitationToken(token)?.id ?? ''));
  const id = newId();
  const mail = keys.invitationMail(ws.id, id, newId());
  await table().put({
    ...row,
    ...keys.invitation(ws.id, id),
    ...{ id, email: invited, invited_by_name: text(300), mail_status: 'pending' },
  });
  await table().put({
    ...mail,
    ...{ kind: 'invitation', workspace_id: ws.id, invitation_id: id, mail_state: 'owed', created_at: now() },
    ...owed('send-mail', mail, now()),
  });

  const told = longAddress();
  await table().transact([{ update: keys.site(ws.id, site.id), set: { name: text(120) } }]);
  const secrets = must(await call('GET', `/api/widget/sites/${site.id}/secrets`, { as })) as { widget_token: string };
  const note = await ws.note({ widget: { credential: secrets.widget_token } }, { email: told });
  await table().transact([{ update: keys.context(ws.id, note.id), set: { body: text(10_000), name: text(120) } }]);
  must(
    await call('POST', `/api/v1/annotations/${note.id}/resolutions`, {
      as,
      body: {
        explanation: sign === '\u0000' ? '`a`'.repeat(1365) : text(4096),
        diff_url: `https://example.com/${'d'.repeat(2000)}`,
      },
    }),
  );

  const replied = await call('POST', `/api/v1/annotations/${note.id}/replies`, { as, body: { body: text(10_000) } });
  const { id: reply_id } = must(replied) as { id: string };
  // The account gets its verified address.
  await call('GET', '/api/v1/sites', { as: { credential: as.credential } });
  const digest = keys.notificationDigest(ws.id, as.user_id, '2026-01-01');
  const ids = new Set(Array.from({ length: MAX_IN_DIGEST }, newId));
  const event = { event: 'reply', site_id: site.id, annotation_id: note.id, reply_id, created_at: now() };
  for (const one of ids) await table().put({ ...keys.notification(ws.id, as.user_id, one), ...event });
  await table().put({ ...keys.reader(ws.id, as.user_id), person: as.user_id, unread: ids });
  await table().put({
    ...digest,
    ...{ kind: 'notification-digest', workspace_id: ws.id, user_id: as.user_id, mail_state: 'owed', created_at: now() },
    ...{ count: MAX_IN_DIGEST, entries: ids },
    ...owed('send-mail', digest, now()),
  });

  const source = newId();
  const asked = { email: `${text(100)}@${text(150)}`, intent: text(500), source };
  must(await call('POST', '/api/access-requests', { body: asked }));

  const operators = process.env.OPERATORS_MAIL ?? '';
  const [[invitation], [resolution], [notifications], request] = await Promise.all([
    mailed(invited),
    mailed(told),
    mailed(as.email),
    until(async () => (await mailsTo(operators)).find((one) => one.text.includes(source)), 'the mail to operators'),
  ]);
  return [invitation!, resolution!, notifications!, request];
};
