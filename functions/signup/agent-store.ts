import type * as z from 'zod';
import { newTokenDerivation, tokenPlaintext } from '../api-tokens/plaintext.ts';
import { type ApiTokenRow, apiTokenRows } from '../api-tokens/schema.ts';
import type { RefusalCode } from '../codes/refusals.ts';
import { claimHash } from '../kit/access/claims.ts';
import { transactOnce } from '../kit/access/idempotency.ts';
import { addressBucket } from '../kit/access/rate-limit.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { dayOf, endOfDay, SECOND } from '../kit/clock.ts';
import { conflict, tooManyRequests } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { firstDerivation } from '../kit/secrets.ts';
import { sha256 } from '../kit/sha256.ts';
import { countWithin } from '../kit/table/count-within.ts';
import { keys, scratchKeys } from '../kit/table/keys.ts';
import type { Table, Write } from '../kit/table/table.ts';
import { personOfAddress } from '../kit/text/address.ts';
import { searchedFromStart } from '../search/site.ts';
import { WidgetSettings } from '../sites/schema.ts';
import { secretAttributes } from '../sites/secrets.ts';
import { PRICE_CENTS, walletRow } from '../wallet/movement.ts';
import { slugFor } from '../workspaces/slug.ts';
import { type AgentRegisterRequest, MAX_PER_CONTACT, MAX_PER_IP } from './schema.ts';

/** Reaches no one; the agent changes it. */
const NEUTRAL_SITE = 'https://example.com/';
const MAX_TOKEN_NAME = 80;
const shorten = (name: string) => name.slice(0, MAX_TOKEN_NAME).toWellFormed();

type NewAgent = z.infer<typeof AgentRegisterRequest>;

export const agentStore = (table: Table, call: Call) => {
  const { now: at, once } = call;

  const rowsOf = ({ agent_name, contact_email, purpose = null }: NewAgent) => {
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
      enforce_policy: false,
      sample: false,
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
      { ...keys.claim(claim_hash, workspace_id), workspace_id, created_at: at },
    ];
    const writes = puts.map((put): Write => ({ put, when: [['absent', 'pk']] }));
    const audit = auditEntry(workspace_id, call.actor, 'agent.register', { site_id: site.id, token_id });
    const search = searchedFromStart(workspace_id, site.id);
    return { made: { workspace_id, workspace_slug, token_id }, token, writes: [...writes, search, audit] };
  };

  const shownAgain = async (workspace_id: string, token_id: string) => {
    const row = await apiTokenRows.find(table, [workspace_id, token_id]);
    if (!row || row.revoked_at !== undefined) throw conflict('token_revoked');
    return tokenPlaintext(workspace_id, token_id, row.derivation, once);
  };

  const ends = endOfDay(at);
  const limited = (bucket: string, max: number, code: RefusalCode): Write => ({
    ...countWithin(scratchKeys.agentSignups(bucket, dayOf(at)), max, ends),
    else: () => tooManyRequests(code, { max }, (ends - at) / SECOND),
  });

  return {
    register: async (agent: NewAgent) => {
      const { made, token, writes } = rowsOf(agent);
      const contact = personOfAddress(agent.contact_email);
      const { result, replayed } = await transactOnce(table, once, made, [
        limited(`ip#${addressBucket(call.request.ip)}`, MAX_PER_IP, 'agent_signup_ip_limit'),
        limited(`contact#${contact}`, MAX_PER_CONTACT, 'agent_signup_contact_limit'),
        ...writes,
      ]);
      return { ...result, token: replayed ? await shownAgain(result.workspace_id, result.token_id) : token };
    },
  };
};
