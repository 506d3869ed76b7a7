import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../app/messages.ts';

interface Props {
  text: string;
  /** What is copied, where the button stands beside nothing that says so. */
  label?: string;
  small?: boolean;
}

export const CopyButton = ({ text, label, small = false }: Props) => {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  const Icon = isCopied ? Check : Copy;
  const words = isCopied ? t('common.copied') : (label ?? t('common.copy'));
  return (
    <button
      type="button"
      className={small ? 'button quiet icon-only' : 'button'}
      onClick={() => void copy()}
      aria-label={small ? words : undefined}
      title={small ? words : undefined}
    >
      <Icon aria-hidden="true" />
      {!small && words}
      <span className="visually-hidden" role="status">
        {isCopied ? t('common.copied') : ''}
      </span>
    </button>
  );
};
