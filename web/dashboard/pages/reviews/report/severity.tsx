import { t } from '../../../words/messages.ts';
import type { ReportedFinding } from './types.ts';

const LEVELS = [1, 2, 3, 4] as const;

export const severityName = ({ severity }: Pick<ReportedFinding, 'severity'>): string | undefined => {
  const level = LEVELS.find((one) => one === severity);
  return level && t(`review.severity.${level}`);
};

/** As a word and as bars, so that color adds nothing. */
export const Severity = ({ finding }: { finding: ReportedFinding }) => {
  const word = severityName(finding);
  if (!word) return <span className="tag good">{t('review.strength')}</span>;
  return (
    <span className="severity" data-level={finding.severity}>
      <svg viewBox="0 0 14 10" aria-hidden="true">
        {LEVELS.map((level) => (
          <rect
            key={level}
            className={level <= (finding.severity ?? 0) ? 'full' : undefined}
            x={(level - 1) * 3.6 + 0.5}
            y={8 - level * 2 + 0.5}
            width="2.4"
            height={level * 2 + 0.5}
          />
        ))}
      </svg>
      {word}
    </span>
  );
};

export const Effort = ({ finding: { fix } }: { finding: Pick<ReportedFinding, 'fix'> }) =>
  fix?.effort ? <span className="fine">{t(`review.effort.${fix.effort}`)}</span> : null;
