import { ExternalLink, Paperclip } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useWorkspace } from '../../../app/workspace.tsx';
import { lazyComponent } from '../../../kit/lazy-component.ts';
import { Time } from '../../../kit/time.tsx';
import { useText } from '../../../words/messages.ts';
import type { Note } from '../data.ts';
import { usePeople } from '../people.ts';
import { AgentWords } from './agent-words.tsx';
import { BeforeAfter } from './before-after.tsx';
import { LastingPicture } from './lasting-picture.tsx';

const AttachEvidence = lazyComponent(
  () => import('./attach-evidence.tsx'),
  (it) => it.AttachEvidence,
);
const Enlarged = lazyComponent(
  () => import('./enlarged.tsx'),
  (it) => it.Enlarged,
);

type Resolution = Note['resolutions'][number];

interface Shown {
  resolution: Resolution;
  /** Refetches the note for new picture URLs. */
  refresh: () => Promise<unknown>;
}

const Pictures = ({ resolution: { before_url, after_url }, refresh }: Shown) => {
  const t = useText();
  const [large, setLarge] = useState<'before' | 'after'>();
  const urls = { before: before_url, after: after_url };
  const url = large && urls[large];
  const only = after_url ? 'after' : 'before';
  if (!before_url && !after_url) return null;
  return (
    <>
      {before_url && after_url ? (
        <BeforeAfter before={before_url} after={after_url} refresh={refresh} />
      ) : (
        <figure className="only">
          <LastingPicture
            className="only-picture"
            url={after_url ?? before_url ?? ''}
            refresh={refresh}
            alt={t(`inbox.${only}`)}
          />
          <figcaption className="fine">{t(`note.evidence.only.${only}`)}</figcaption>
        </figure>
      )}
      <div className="row">
        {(['before', 'after'] as const).map(
          (side) =>
            urls[side] && (
              <button key={side} type="button" className="button quiet" onClick={() => setLarge(side)}>
                {t(`note.evidence.enlarge.${side}`)}
              </button>
            ),
        )}
      </div>
      <Suspense fallback={null}>
        {large && url && (
          <Enlarged title={t(`inbox.${large}`)} url={url} refresh={refresh} onClose={() => setLarge(undefined)} />
        )}
      </Suspense>
    </>
  );
};

const OneEvidence = ({ resolution, refresh }: Shown) => {
  const t = useText();
  const { nameOf } = usePeople();
  const { diff_url, explanation, actor_id, actor_kind, notification_status, created_at } = resolution;
  return (
    <li className="card stack evidence">
      <p className="fine">
        {nameOf(actor_id) ?? t(`inbox.by.${actor_kind}`)} · <Time at={created_at} /> ·{' '}
        {t(`inbox.told.${notification_status}`)}
      </p>
      <Pictures resolution={resolution} refresh={refresh} />
      {explanation && <AgentWords text={explanation} />}
      {diff_url && /^https:\/\//i.test(diff_url) && (
        <p>
          <a href={diff_url} target="_blank" rel="noreferrer">
            {t('inbox.diff')} <ExternalLink aria-hidden="true" />
          </a>
        </p>
      )}
    </li>
  );
};

export const Evidence = ({ note, refresh }: { note: Note; refresh: () => Promise<unknown> }) => {
  const t = useText();
  const { workspace } = useWorkspace();
  const [isAttaching, setAttaching] = useState(false);
  const mayAttach = workspace.role !== 'GUEST';
  if (!mayAttach && note.resolutions.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="evidence">
      <div className="row spread">
        <h2 id="evidence">{t('inbox.evidence')}</h2>
        {mayAttach && (
          <button type="button" className="button" onClick={() => setAttaching(true)}>
            <Paperclip aria-hidden="true" /> {t('note.attach')}
          </button>
        )}
      </div>
      {note.resolutions.length === 0 && <p className="soft">{t('note.evidence.none')}</p>}
      {note.resolutions.length > 0 && (
        <ol className="stack">
          {note.resolutions.map((resolution) => (
            <OneEvidence key={resolution.id} resolution={resolution} refresh={refresh} />
          ))}
        </ol>
      )}
      <Suspense fallback={null}>
        {isAttaching && <AttachEvidence note={note} onClose={() => setAttaching(false)} />}
      </Suspense>
    </section>
  );
};
