import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Label } from 'react-aria-components/Label';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import { useText } from '../../app/messages.ts';
import { Time } from '../../kit/time.tsx';
import type { Note } from './data.ts';

type Resolution = Note['resolutions'][number];

/** Before and after on top of one another; the slider says how much of each is seen. */
const BeforeAfter = ({ before, after }: { before: string; after: string }) => {
  const t = useText();
  const [share, setShare] = useState(50);
  const [kept] = useState({ before, after });
  return (
    <div className="before-after">
      <div className="layers">
        <img src={kept.after} alt={t('inbox.after')} />
        <img src={kept.before} alt={t('inbox.before')} style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }} />
        <span className="divider" style={{ left: `${share}%` }} aria-hidden="true" />
      </div>
      <Slider value={share} onChange={setShare} className="slider">
        <div className="row spread fine">
          <span>{t('inbox.before')}</span>
          <Label className="visually-hidden">{t('inbox.compare')}</Label>
          <span>{t('inbox.after')}</span>
        </div>
        <SliderTrack className="slider-track">
          <SliderThumb className="slider-thumb" />
        </SliderTrack>
      </Slider>
    </div>
  );
};

export const Evidence = ({ resolution }: { resolution: Resolution }) => {
  const t = useText();
  const { before_url, after_url, diff_url, explanation, actor_kind, notification_status, created_at } = resolution;
  const one = after_url ?? before_url;
  return (
    <section className="card stack evidence" aria-label={t('inbox.evidence')}>
      <div>
        <h2>{t('inbox.evidence')}</h2>
        <p className="fine">
          {t(`inbox.by.${actor_kind}`)} · <Time at={created_at} /> · {t(`inbox.told.${notification_status}`)}
        </p>
      </div>
      {before_url && after_url ? (
        <BeforeAfter before={before_url} after={after_url} />
      ) : (
        one && <img src={one} alt={t(after_url ? 'inbox.after' : 'inbox.before')} />
      )}
      {explanation && (
        <p className="words" dir="auto">
          {explanation}
        </p>
      )}
      {diff_url && (
        <p>
          <a href={/^https:\/\//i.test(diff_url) ? diff_url : undefined} target="_blank" rel="noreferrer">
            {t('inbox.diff')} <ExternalLink aria-hidden="true" />
          </a>
        </p>
      )}
    </section>
  );
};
