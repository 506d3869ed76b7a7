import { inReadersWords } from '../../../../../functions/reviews/report/fact-words.ts';
import { PANEL_ID } from '../../../../../functions/reviews/the-panel.ts';
import './report.css';
import './print.css';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useMemo, useState } from 'react';
import { useIsDeferred } from '../../../kit/deferred.ts';
import { Said } from '../../../kit/said.tsx';
import { Skeleton } from '../../../kit/states.tsx';
import { currentLocale, t } from '../../../words/messages.ts';
import { isRunning } from '../data.ts';
import { type Arrangement, arrange } from './arrange.ts';
import { Checks } from './checks.tsx';
import { Disagreements, FixFirst, Works } from './conclusion.tsx';
import { ReportContext } from './context.ts';
import { Findings, useListState } from './findings.tsx';
import { Panel } from './panel.tsx';
import { PinnedPicture, pinsOf, usePictures } from './picture.tsx';
import { ReviewedContent } from './reviewed-content.tsx';
import { Scores } from './scores.tsx';
import type { Rating, ReportedFacts, ReportedFeedback, ReportedReview } from './types.ts';
import { Verdict } from './verdict.tsx';

const NOTHING: Arrangement = { toFix: [], works: [], listed: [], numbers: new Map() };

const NO_PICTURES: readonly string[] = [];

/**
 * Pins, links and findings that are about the same finding are highlighted together. The pointer has to move: an element
 * that scrolls under a pointer at rest, because another one received the focus, highlights nothing.
 */
const highlight = ({ target, currentTarget }: SyntheticEvent<HTMLElement>) => {
  const { about } = (target instanceof Element && target.closest<HTMLElement>('[data-about]')?.dataset) || {};
  for (const one of currentTarget.querySelectorAll<HTMLElement>('[data-about]'))
    one.toggleAttribute('data-lit', one.dataset.about === about);
};

interface Props {
  review: ReportedReview;
  /** Undefined while loading. */
  feedback: ReportedFeedback | undefined;
  /** Set if the reader can rate. */
  rating?: Rating;
  /** Undefined while loading. */
  facts?: ReportedFacts | undefined;
  /** Parts that come later would move the rest. */
  isLoading?: boolean;
  /** Comes first. */
  above?: ReactNode;
  /** Comes after the scores. */
  question?: ReactNode;
}

/** A full review, from the API's response. Requires the `reviews` catalog. */
export const ReviewReport = ({ review, feedback, facts, isLoading = false, rating, above, question }: Props) => {
  const hasTurn = useIsDeferred(feedback !== undefined);
  const language = currentLocale() === 'de' ? 'de' : 'en';
  const worded = useMemo(
    () => feedback && { ...feedback, items: feedback.items.map((one) => inReadersWords({ language }, one)) },
    [feedback, language],
  );
  const findings = hasTurn && worded && worded.items.length > 0 ? worded : undefined;
  const { toFix, works, listed, numbers } = useMemo(
    () => (findings ? arrange(review, findings) : NOTHING),
    [review, findings],
  );
  const list = useListState();
  const { personas, conclusion, content } = review;
  const urls = content?.picture_urls ?? NO_PICTURES;
  const elements = content?.picture_elements ?? NO_PICTURES;
  const pictures = usePictures(urls);
  const context = useMemo(
    () => ({
      numberOf: (id: string) => numbers.get(id),
      nameOf: (id: string) =>
        personas.find(({ persona_id }) => persona_id === id)?.name ?? (id === PANEL_ID ? t('review.panel') : ''),
      goTo: list.goTo,
      pictureOf: (element: string | null) => pictures[elements.indexOf(element ?? '')],
    }),
    [numbers, personas, list.goTo, pictures, elements],
  );
  const pinned = pictures.flatMap((picture, at) => {
    if (!conclusion || !picture || !findings) return [];
    const isIn = ({ element }: { element: string | null }) => elements.indexOf(element ?? '') === at;
    // All at once would cover the picture.
    const pins = pinsOf(list.isOpen ? findings.items : toFix, context.numberOf, isIn);
    return pins.length > 0 ? [{ picture, pins, number: at + 1, href: urls[at] }] : [];
  });
  // If nothing could be read, all personas failed for the same reason.
  const panel = !review.error && <Panel review={review} />;
  const isEnded = !isRunning(review);
  // A review that ends while someone reads it stays.
  const [isDrawn, setDrawn] = useState(!(isEnded && isLoading));
  if (!isDrawn && !isLoading) setDrawn(true);
  return (
    <ReportContext value={context}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only highlights what has the focus or the pointer. */}
      <div className="stack loose report" onPointerMove={highlight} onFocus={highlight}>
        {review.error && (
          <div className="error-note" role="alert">
            <CircleAlert aria-hidden="true" />
            <div>
              <p className="what">{t('review.unreadable')}</p>
              <p>
                <Said text={review.error} codes={review.error_codes} />
              </p>
            </div>
          </div>
        )}
        {above}
        <Verdict review={review} />
        {!isEnded && panel}
        {!isDrawn ? (
          <Skeleton lines={16} />
        ) : (
          <>
            {pinned.map((one) => (
              <PinnedPicture key={one.number} {...one} />
            ))}
            {conclusion && findings && (
              <FixFirst
                {...{ conclusion, toFix }}
                isRated={rating !== undefined}
                isOfFacts={review.basis === 'facts'}
              />
            )}
            <Works works={works} />
            {isEnded && facts && <Checks facts={facts} />}
            {isEnded && review.score && <Scores review={review} findings={findings?.items ?? []} />}
            {question}
            <ReviewedContent review={review} hasPins={pinned.length === urls.length} />
            {isEnded && panel}
            {conclusion && <Disagreements disagreements={conclusion.disagreements} />}
            {findings && <Findings review={review} feedback={findings} listed={listed} list={list} rating={rating} />}
          </>
        )}
      </div>
    </ReportContext>
  );
};
