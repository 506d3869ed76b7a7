import { CopyButton } from '../../../kit/copy-button.tsx';
import { t } from '../../../words/messages.ts';
import type { ReportedFinding } from './types.ts';

interface VersionProps {
  as: 'del' | 'ins';
  label: string;
  text: string;
  /** Of the catalog of rules, which marks names in code. */
  isOfRule?: boolean;
}

const marked = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));

const Version = ({ as: Words, label, text, isOfRule = false }: VersionProps) => (
  <div className="fix-version">
    <p className="fine">{label}</p>
    <p>
      <Words className="words" dir="auto">
        {isOfRule ? marked(text) : text}
      </Words>
    </p>
    <CopyButton text={text} of={label} small />
  </div>
);

/** The change; each version can be copied. */
export const Fix = ({ fix, isOfRule }: { fix: NonNullable<ReportedFinding['fix']>; isOfRule: boolean }) => (
  <div className="fix">
    {fix.before && <Version as="del" label={t('review.fix.before')} text={fix.before} />}
    <Version
      as="ins"
      label={t(fix.before ? 'review.fix.after' : 'review.fix.only')}
      text={fix.after}
      isOfRule={isOfRule}
    />
  </div>
);
