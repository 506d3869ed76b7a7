import { useState } from 'react';
import { readableAddress, webAddress } from '../../../kit/address.ts';
import { useNumbers } from '../../../kit/numbers.ts';
import { Said } from '../../../kit/said.tsx';
import { Time } from '../../../kit/time.tsx';
import { useText } from '../../../words/messages.ts';
import type { ReportedReview } from './types.ts';

/** URLs are signed for five minutes: keeps each picture's first one, so that a refresh reloads nothing. */
const Pictures = ({ urls }: { urls: readonly string[] }) => {
  const t = useText();
  const [kept] = useState(urls);
  return (
    <ul className="review-pictures">
      {kept.map((url, index) => (
        <li key={url}>
          <a href={urls[index] ?? url} target="_blank" rel="noreferrer">
            <img src={url} alt={t('review.read.picture', { number: index + 1 })} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  );
};

/** The reviewed content: its size, what was cut and what couldn't be read. */
export const ReviewedContent = ({ review }: { review: ReportedReview }) => {
  const t = useText();
  const { count } = useNumbers();
  const { content, url, input_type, created_at } = review;
  if (!content) return null;
  const { title, words, characters, cut, notes, note_codes, picture_urls } = content;
  return (
    <section className="card stack" aria-labelledby="review-read">
      <h2 id="review-read">{t('review.read')}</h2>
      {cut && <p className="callout">{t('review.read.cut', { kept: count(cut.kept), of: count(cut.of) })}</p>}
      {notes.map((note, at) => (
        <p key={note} className="callout">
          <Said text={note} codes={[note_codes[at]]} />
        </p>
      ))}
      <dl className="review-facts">
        <div>
          <dt>{t('review.read.kind')}</dt>
          <dd>{t(`reviews.type.${input_type}`)}</dd>
        </div>
        {words > 0 && (
          <div>
            <dt>{t('review.read.length')}</dt>
            <dd>{t('review.read.size', { words: count(words), characters: count(characters) })}</dd>
          </div>
        )}
        {title && (
          <div>
            <dt>{t('review.read.title')}</dt>
            <dd dir="auto">{title}</dd>
          </div>
        )}
        {url && (
          <div>
            <dt>{t('review.read.address')}</dt>
            <dd>
              <a href={webAddress(url)} target="_blank" rel="nofollow ugc noreferrer">
                {readableAddress(url)}
              </a>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('review.read.asked')}</dt>
          <dd>
            <Time at={created_at} />
          </dd>
        </div>
      </dl>
      {picture_urls.length > 0 && <Pictures urls={picture_urls} />}
    </section>
  );
};
