import { ExternalLink, Paperclip } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Time } from '../../../kit/formats.tsx';
import { lazyComponent } from '../../../kit/lazy-component.tsx';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { type Note, usePeople } from '../data.ts';
import { BeforeAfter } from './before-after.tsx';
import { LastingPicture } from './picture.tsx';
import { AgentWords } from './thread.tsx';

const AttachEvidence = lazyComponent(async () => (await import('./attach-evidence.tsx')).AttachEvidence, null);
const Enlarged = lazyComponent(async () => (await import('./enlarged.tsx')).Enlarged, null);

const SIDES = ['before', 'after'] as const;

type Resolution = Note['resolutions'][number];

const Pictures = ({ resolution: { before_url, after_url } }: { resolution: Resolution }) => {
  const [large, setLarge] = useState<'before' | 'after'>();
  const urls = { before: before_url, after: after_url };
  const url = large && urls[large];
  const only = after_url ? 'after' : 'before';
  if (!before_url && !after_url) return null;
  return (
    <>
      {before_url && after_url ? (
        <BeforeAfter before={before_url} after={after_url} />
      ) : (
        <figure className="stack tight only">
          <LastingPicture
            className="framed only-picture"
            url={after_url ?? before_url ?? ''}
            alt={t(`inbox.${only}`)}
          />
          <figcaption className="fine">{t(`note.evidence.only.${only}`)}</figcaption>
        </figure>
      )}
      <div className="row">
        {SIDES.map(
          (side) =>
            urls[side] && (
              <Button key={side} look="quiet" onClick={() => setLarge(side)}>
                {t(`note.evidence.enlarge.${side}`)}
              </Button>
            ),
        )}
      </div>
      {large && url && <Enlarged title={t(`inbox.${large}`)} url={url} onClose={() => setLarge(undefined)} />}
    </>
  );
};

const Outward = ({ url, name }: { url: string | null; name: string }) =>
  url && /^https:\/\//i.test(url) ? (
    <p>
      <a href={url} target="_blank" rel="noreferrer">
        {name} <ExternalLink aria-hidden="true" />
      </a>
    </p>
  ) : null;

const Revision = ({ resolution: { commit, branch } }: { resolution: Resolution }) => {
  if (!commit && !branch) return null;
  return (
    <p className="fine" dir="auto">
      {t('inbox.revision')} {commit && <code title={commit}>{commit.slice(0, 12)}</code>}{' '}
      {branch && <bdi>{branch}</bdi>}
    </p>
  );
};

const OneEvidence = ({ resolution }: { resolution: Resolution }) => {
  const { nameOf } = usePeople();
  const { diff_url, pr_url, explanation, actor_id, actor_kind, notification_status, created_at } = resolution;
  return (
    <li className="card stack evidence">
      <p className="fine">
        {nameOf(actor_id) ?? t(`inbox.by.${actor_kind}`)} · <Time at={created_at} /> ·{' '}
        {t(`inbox.told.${notification_status}`)}
      </p>
      <Pictures resolution={resolution} />
      {explanation && <AgentWords text={explanation} />}
      <Outward url={diff_url} name={t('inbox.diff')} />
      <Outward url={pr_url} name={t('inbox.pullRequest')} />
      <Revision resolution={resolution} />
    </li>
  );
};

export const Evidence = ({ note }: { note: Note }) => {
  const { workspace } = useWorkspace();
  const [isAttaching, setAttaching] = useState(false);
  const mayAttach = workspace.role !== 'GUEST';
  if (!mayAttach && note.resolutions.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="evidence">
      <div className="row spread">
        <h2 id="evidence">{t('inbox.evidence')}</h2>
        {mayAttach && (
          <Button icon={Paperclip} onClick={() => setAttaching(true)}>
            {t('note.attach')}
          </Button>
        )}
      </div>
      {note.resolutions.length === 0 && <p className="soft">{t('note.evidence.none')}</p>}
      {note.resolutions.length > 0 && (
        <ol className="stack">
          {note.resolutions.map((resolution) => (
            <OneEvidence key={resolution.id} resolution={resolution} />
          ))}
        </ol>
      )}
      {isAttaching && <AttachEvidence note={note} onClose={() => setAttaching(false)} />}
    </section>
  );
};
