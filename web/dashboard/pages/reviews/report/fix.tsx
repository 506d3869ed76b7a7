import { CopyButton } from '../../../kit/copy-button.tsx';
import { useText } from '../../../words/messages.ts';
import type { ReportedFinding } from './types.ts';

const Version = ({ as: Words, label, text }: { as: 'del' | 'ins'; label: string; text: string }) => (
  <div className="fix-version">
    <p className="fine">{label}</p>
    <p>
      <Words className="words" dir="auto">
        {text}
      </Words>
    </p>
    <CopyButton text={text} of={label} small />
  </div>
);

/** The change; each version can be copied. */
export const Fix = ({ fix }: { fix: NonNullable<ReportedFinding['fix']> }) => {
  const t = useText();
  return (
    <div className="fix">
      {fix.before && <Version as="del" label={t('review.fix.before')} text={fix.before} />}
      <Version as="ins" label={t(fix.before ? 'review.fix.after' : 'review.fix.only')} text={fix.after} />
    </div>
  );
};
