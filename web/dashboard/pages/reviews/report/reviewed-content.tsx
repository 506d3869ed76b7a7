import { useState } from 'react';
import { readableAddress, webAddress } from '../../../kit/address.ts';
import { Fact } from '../../../kit/card.tsx';
import { formatCount, Time } from '../../../kit/formats.tsx';
import { Said } from '../../../kit/said.tsx';
import { t } from '../../../words/messages.ts';
import type { ReportedReview } from './types.ts';

/** URLs are signed for five minutes: keeps each picture's first one, so that a refresh reloads nothing. */
const Pictures = ({ urls }: { urls: readonly string[] }) => {
  const [kept] = useState(urls);
  return (
    <ul className="row review-pictures">
      {kept.map((url, index) => (
        <li key={url}>
          <a href={urls[index] ?? url} target="_blank" rel="noreferrer">
            <img className="framed" src={url} alt={t('review.read.picture', { number: index + 1 })} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  );
};

/** Say how the content was read; all others say what is missing. */
const NO_WARNING: readonly unknown[] = ['page_seen', 'element_and_screenshot_read', 'article_read'];

const PURPOSE = ['goal', 'audience', 'stage'] as const;

const Purpose = ({ brief }: { brief: NonNullable<ReportedReview['brief']> }) => (
  <dl className="review-facts">
    {PURPOSE.map((field) => (
      <Fact key={field} label={t(`review.brief.${field}`)}>
        {brief[field] && (
          <>
            {brief[field]}{' '}
            {brief.inferred.includes(field) && <span className="fine">{t('review.brief.inferred')}</span>}
          </>
        )}
      </Fact>
    ))}
  </dl>
);

/** The content, and the purpose that it was judged by. */
export const ReviewedContent = ({ review, hasPins }: { review: ReportedReview; hasPins: boolean }) => {
  const { content, url, input_type, created_at, brief } = review;
  if (!content) return null;
  const { title, words, characters, cut, notes, note_codes, picture_urls } = content;
  return (
    <section className="card stack" aria-labelledby="review-read">
      <h2 id="review-read">{t('review.read')}</h2>
      {cut && (
        <p className="callout">{t('review.read.cut', { kept: formatCount(cut.kept), of: formatCount(cut.of) })}</p>
      )}
      {notes.map((note, at) => (
        <p key={note} className={NO_WARNING.includes(note_codes[at]?.code) ? 'callout plain' : 'callout'}>
          <Said text={note} codes={[note_codes[at]]} />
        </p>
      ))}
      {brief && <Purpose brief={brief} />}
      <dl className="review-facts">
        <Fact label={t('review.read.kind')}>{t(`reviews.type.${input_type}`)}</Fact>
        <Fact label={t('review.read.length')}>
          {words > 0 && t('review.read.size', { words: formatCount(words), characters: formatCount(characters) })}
        </Fact>
        <Fact label={t('review.read.title')}>{title}</Fact>
        <Fact label={t('review.read.address')}>
          {url && (
            <a href={webAddress(url)} target="_blank" rel="nofollow ugc noreferrer">
              {readableAddress(url)}
            </a>
          )}
        </Fact>
        <Fact label={t('review.read.asked')}>
          <Time at={created_at} />
        </Fact>
      </dl>
      {picture_urls.length > 0 && !hasPins && <Pictures urls={picture_urls} />}
    </section>
  );
};
