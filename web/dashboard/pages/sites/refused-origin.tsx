import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { useWorkspace } from '../../app/workspace.tsx';
import { webAddress } from '../../kit/address.ts';
import { ErrorNote } from '../../kit/error-note.tsx';
import { ago } from '../../kit/time.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useLocale, useText } from '../../words/messages.ts';
import { type Site, useSiteQueries } from './data.ts';

type Refused = NonNullable<OutputOf<'getSiteSeen'>['refused']>;

/** If the widget already runs, an old refusal is someone's saved copy rather than a broken setup. */
const NEWS_MS = 24 * 3_600_000;

/** Pages opened as a file or in a sandboxed frame have the origin "null". */
const canBeAllowed = (origin: string) => webAddress(origin) !== undefined;

interface Props {
  site: Site;
  refused: Refused;
  isSeen: boolean;
}

/** The origin that was refused, and a button to allow it. */
export const RefusedOrigin = ({ site, refused: { origin, refused_at }, isSeen }: Props) => {
  const t = useText();
  const locale = useLocale();
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const { one, seen } = useSiteQueries();
  const allow = useMutation({
    mutationFn: (allowed_origins: readonly string[]) =>
      service.patchSite({ site_id: site.id, body: { allowed_origins: [...allowed_origins] } }),
    onSuccess: (fresh) => {
      queries.setQueryData(one(site.id).queryKey, fresh);
      void queries.invalidateQueries({ queryKey: seen(site.id).queryKey });
    },
  });
  if (isSeen && Date.now() - Number(refused_at) > NEWS_MS) return null;
  const letIn = () => {
    const before = site.allowed_origins;
    const takeBack = () => allow.mutateAsync(before).catch(notifyError);
    allow.mutate([...before, origin], { onSuccess: () => notify(t('sites.refused.allowed', { origin }), takeBack) });
  };
  return (
    <div className="callout stack refused">
      <div>
        <strong>{t('sites.refused', { origin, when: ago(Number(refused_at), locale) })}</strong>
        <p role="status">{t(canBeAllowed(origin) ? 'sites.refused.hint' : 'sites.refused.no_address')}</p>
      </div>
      {canBeAllowed(origin) && (
        <p>
          <button type="button" className="button" disabled={allow.isPending} onClick={letIn}>
            {t('sites.refused.allow', { origin })}
          </button>
        </p>
      )}
      {allow.error && <ErrorNote error={allow.error} />}
    </div>
  );
};
