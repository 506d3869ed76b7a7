import type { Runtime, Who } from './runtime.ts';

const LIMITS = { user_id: 120, email: 320, name: 120, hmac: 128 } as const;
const MAX_FACTS = 20;
const text = (value: unknown, max: number): string => `${value ?? ''}`.slice(0, max);

/** As the page says; none for visitors with a personal link, and for those whom it says nothing of. */
export const visitorOf = ({
  who = window.SidenoteVisitor,
  settings,
}: Runtime): (Who & { email: string }) | undefined => {
  if (!who || typeof who === 'string' || settings?.stakeholder) return undefined;
  const known: Who & { email: string } = { email: '' };
  for (const key of Object.keys(LIMITS) as (keyof typeof LIMITS)[])
    if (who[key]) known[key] = text(who[key], LIMITS[key]);
  const expiry = Math.floor(Number(who.expires_at));
  if (expiry > 0) known.expires_at = expiry;
  return known.user_id || known.email || known.name ? known : undefined;
};

export const metadataOf = ({ metadata = window.SidenoteMetadata }: Runtime): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata ?? {})
      .slice(0, MAX_FACTS)
      .map(([key, value]) => [text(key, 40), text(value, 200)])
      .filter(([key]) => key),
  );
