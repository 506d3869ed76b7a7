import { t } from '../../../words/messages.ts';
import { useReport } from './context.ts';
import { Crop } from './picture.tsx';
import type { ReportedFinding } from './types.ts';

const KINDS = ['link', 'image', 'button', 'field', 'table', 'list', 'code', 'page', 'screenshot'] as const;

/** Element IDs count from the top: `link-12` is the twelfth link. Others are shown as they are. */
const nameOf = (element: string): string => {
  const [, word = '', number = ''] = /^(h[1-6]|[a-z]+)-(\d+)$/.exec(element) ?? [];
  const kind = KINDS.find((one) => one === word);
  if (/^h\d$/.test(word)) return t('review.element.heading', { number });
  return kind ? t(`review.element.${kind}`, { number }) : element;
};

const One = ({
  evidence: { quote, element, region, grounded, selector, value },
}: {
  evidence: ReportedFinding['evidence'][number];
}) => {
  const picture = useReport().pictureOf(element);
  const isCropped = region !== null && picture !== undefined;
  return (
    <>
      {isCropped && <Crop region={region} picture={picture} />}
      {quote && (
        <blockquote className="words finding-quote" dir="auto">
          {quote}
        </blockquote>
      )}
      {(selector || value) && (
        <p className="fine">
          {selector && <code dir="ltr">{selector}</code>} {value && <bdi>{value}</bdi>}
        </p>
      )}
      {element && !isCropped && <p className="fine">{t('review.finding.at', { place: nameOf(element) })}</p>}
      {!grounded && <p className="finding-loose">{t(quote ? 'review.finding.loose' : 'review.finding.nowhere')}</p>}
    </>
  );
};

/** `most`: how many of its pieces. */
export const Evidence = ({ finding: { evidence, rule }, most }: { finding: ReportedFinding; most?: number }) => {
  if (evidence.length === 0 && rule) return null;
  if (evidence.length === 0) return <p className="fine">{t('review.finding.bare')}</p>;
  return evidence.slice(0, most).map((one) => <One key={JSON.stringify(one)} evidence={one} />);
};
