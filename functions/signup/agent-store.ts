import { newTokenDerivation, tokenPlaintext } from '../api-tokens/plaintext.ts';
import { ApiTokenRow } from '../api-tokens/schema.ts';
import type { RefusalCode } from '../codes/refusals.ts';
import { claimHash } from '../kit/access/claims.ts';
import { type Once, transactOnce } from '../kit/access/idempotency.ts';
import { addressBucket } from '../kit/access/rate-limit.ts';
import { firstDerivation } from '../kit/access/secrets.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { SECOND } from '../kit/clock.ts';
import { conflict, type Refusal, tooManyRequests } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { sha256 } from '../kit/server-keys.ts';
import { keys, scratchKeys } from '../kit/table/keys.ts';
import { ConditionFailed, type Table, type Write } from '../kit/table/table.ts';
import { WidgetSettings } from '../sites/schema.ts';
import { secretAttributes } from '../sites/secrets.ts';
import { PRICE_CENTS, walletRow } from '../wallet/movement.ts';
import { slugFor } from '../workspaces/slug.ts';
import { countOfDay, dayOf } from './day.ts';
import { MAX_PER_CONTACT, MAX_PER_IP } from './schema.ts';

/** Nobody can be reached there, and the agent changes it. */
const NEUTRAL_SITE = 'https://example.com/';
const MAX_TOKEN_NAME = 80;
const shorten = (name: string) => name.slice(0, MAX_TOKEN_NAME).toWellFormed();

export interface NewAgent {
  agent_name: string;
  contact_email: string;
  purpose: string | null;
}

/** What an agent gets that registers itself. */
export interface RegisteredAgent {
  workspace_id: string;
  workspace_slug: string;
  token_id: string;
  token: string;
}

/** Workspaces without people, each made by an agent for itself. */
export const agentStore = (table: Table, call: Call) => {
  const { now: at } = call;

  /** Its own row, the site, the token, the empty wallet and the claim of whoever the contact is. */
  const rowsOf = ({ agent_name, contact_email, purpose }: NewAgent, once: Once | undefined) => {
    const workspace_id = newId();
    const token_id = newId();
    const derivation = newTokenDerivation(once);
    const token = tokenPlaintext(workspace_id, token_id, derivation, once);
    const workspace_slug = slugFor(agent_name, workspace_id);
    const claim_hash = claimHash(contact_email);
    const stamps = { created_at: at, updated_at: at };
    // Lists show a ULID as the maker; no person made these.
    const created_by = workspace_id;
    const workspace = {
      id: workspace_id,
      name: agent_name,
      slug: workspace_slug,
      personal: false,
      plan: 'agent',
      billing_mode: 'prepaid_micro',
      per_review_price_cents: PRICE_CENTS,
      owner_count: 0,
      site_count: 1,
      token_count: 1,
      purpose,
      claim_hash,
      created_by,
      ...stamps,
    };
    const derivations = { widget: firstDerivation(), mcp: firstDerivation(), loader: firstDerivation() };
    const site = {
      id: newId(),
      workspace_id,
      name: agent_name,
      url: NEUTRAL_SITE,
      allowed_origins: [new URL(NEUTRAL_SITE).origin],
      widget: WidgetSettings.parse({}),
      derivations,
      created_by,
      ...stamps,
    };
    const apiToken: ApiTokenRow = {
      id: token_id,
      workspace_id,
      name: shorten(agent_name),
      role: 'MEMBER',
      last4: token.slice(-4),
      expires_at: null,
      last_used_at: null,
      created_by,
      created_by_name: 'Agent registration',
      created_at: at,
      ...(derivation && { derivation }),
    };
    const puts = [
      { ...keys.workspace(workspace_id), ...workspace },
      { ...keys.site(workspace_id, site.id), ...site, ...secretAttributes(site) },
      { ...keys.apiToken(workspace_id, token_id), ...apiToken, token_hash: sha256(token) },
      walletRow(workspace_id, at),
      ...(claim_hash === undefined ? [] : [{ ...keys.claim(claim_hash, workspace_id), workspace_id, created_at: at }]),
    ];
    const writes = puts.map((put): Write => ({ put, when: [['absent', 'pk']] }));
    const audit = auditEntry(workspace_id, call.actor, 'agent.register', { site_id: site.id, token_id });
    return { made: { workspace_id, workspace_slug, token_id }, token, writes: [...writes, audit] };
  };

  /** The same token again, for the same request. */
  const shownAgain = async (made: Omit<RegisteredAgent, 'token'>, once: Once | undefined): Promise<RegisteredAgent> => {
    const { workspace_id, token_id } = made;
    const row = await table.get(keys.apiToken(workspace_id, token_id));
    if (!row || row.revoked_at !== undefined) {
      throw conflict('token_revoked');
    }
    const { derivation } = ApiTokenRow.parse(row);
    return { ...made, token: tokenPlaintext(workspace_id, token_id, derivation, once) };
  };

  const { day, ends } = dayOf(at);
  const limits = (contact_email: string): { write: Write; refusal: () => Refusal }[] => {
    const limited = (bucket: string, max: number, code: RefusalCode) => ({
      write: countOfDay(scratchKeys.agentSignups(bucket, day), max, ends),
      refusal: () => tooManyRequests(code, { max }, (ends - at) / SECOND),
    });
    const contact = claimHash(contact_email) ?? sha256(contact_email.toLowerCase());
    return [
      limited(`ip#${addressBucket(call.request.ip)}`, MAX_PER_IP, 'agent_signup_ip_limit'),
      limited(`contact#${contact}`, MAX_PER_CONTACT, 'agent_signup_contact_limit'),
    ];
  };

  return {
    /** All of it in one transaction, counted against its limits; a replay shows what the first request made. */
    register: async (agent: NewAgent): Promise<RegisteredAgent> => {
      const { once } = call;
      const { made, token, writes } = rowsOf(agent, once);
      const counts = limits(agent.contact_email);
      try {
        const counted = counts.map(({ write }) => write);
        const { result, replayed } = await transactOnce(table, once, made, [...counted, ...writes]);
        return replayed ? await shownAgain(result, once) : { ...made, token };
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const full = counts.find((_, index) => error.failed.includes(index));
        throw full ? full.refusal() : error;
      }
    },
  };
};
