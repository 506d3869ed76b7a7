import type { AnnotationRow } from '../annotations/rows.ts';
import { annotationStore } from '../annotations/store.ts';
import { type Thread, toThread } from '../annotations/whole-thread.ts';
import type { Actor, Scope } from '../kit/actor.ts';
import { gone, notFound } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { annotationPartition, keys } from '../kit/table/keys.ts';
import { isLive, rowsOf } from '../kit/table/record.ts';
import type { Table } from '../kit/table/table.ts';
import { addressHash, mailableAddress } from '../kit/text/address.ts';
import type { Language } from '../mail/layout.ts';
import { findSuppression } from '../mail/suppressions.ts';
import { siteRows } from '../sites/schema.ts';
import { mailsSubmitters } from '../workspaces/submitter-mail.ts';
import { languageOf } from './language.ts';

export interface OpenThread {
  ids: { ws: string; annotation: string };
  hash: string;
  site: string;
  language: Language;
  isMailed: boolean;
  thread: Thread;
  /** Bound to the submitter as the actor. */
  annotations: ReturnType<typeof annotationStore>;
}

/** A signed link, or the signed address that a mail is answered to. */
export interface ThreadLink {
  ws: string;
  annotation: string;
  /** Whom it was made for is known only with the note's address at hand. */
  isSignedFor: (hash: string) => boolean;
  isExpired: (row: AnnotationRow) => boolean;
}

/** A link is worth what its note's address is: erased, unsubscribed or purged, it opens nothing. */
export const openThread =
  (table: Table, call: Call) =>
  async (link: ThreadLink | undefined): Promise<OpenThread> => {
    if (!link) throw notFound();
    const { ws, annotation } = link;
    const [workspace, rows] = await Promise.all([
      table.get(keys.workspace(ws)),
      table.queryAll({ partition: annotationPartition(ws, annotation), consistent: true }),
    ]);
    const address = mailableAddress(rowsOf(rows, keys.context)[0]?.email);
    if (!isLive(workspace) || address === undefined) throw notFound();
    const hash = addressHash(address);
    if (!link.isSignedFor(hash)) throw notFound();
    const deleted_sites = workspace.deleted_sites instanceof Set ? workspace.deleted_sites : new Set<string>();
    const whole = toThread(rows, { scope: { workspace_id: ws, sites: 'all', deleted_sites } });
    if (!whole) throw notFound();
    const { site_id, stakeholder_id } = whole.row;
    const [site, blocked] = await Promise.all([siteRows.find(table, [ws, site_id]), findSuppression(table, hash)]);
    if (!site) throw notFound();
    if (link.isExpired(whole.row)) throw gone('expired', 'thread_link_expired');
    if (blocked) throw gone(blocked, blocked === 'unsubscribed' ? 'thread_link_revoked' : 'thread_link_blocked');
    const scope: Scope = { workspace_id: ws, sites: new Set([site_id]), deleted_sites };
    const actor: Actor =
      stakeholder_id === undefined
        ? { kind: 'visitor', site_id }
        : { kind: 'stakeholder', site_id, stakeholder_id, name: whole.context.name };
    return {
      ids: { ws, annotation },
      hash,
      site: site.name,
      language: languageOf(workspace, site, whole.context.captured),
      isMailed: mailsSubmitters(workspace),
      thread: whole,
      annotations: annotationStore(table, { ...call, scope, actor }),
    };
  };
