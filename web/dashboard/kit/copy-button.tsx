import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../words/messages.ts';

interface Props {
  text: string;
  /** Names the copied content if nothing next to the button does. */
  label?: string;
  /** Distinguishes several such buttons on a page for screen readers. */
  of?: string;
  small?: boolean;
}

export const CopyButton = ({ text, label, of, small = false }: Props) => {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      const { notifyUncopied } = await import('./toast.ts');
      notifyUncopied(text);
    }
  };
  const Icon = isCopied ? Check : Copy;
  const words = isCopied ? t('common.copied') : (label ?? t('common.copy'));
  const name = of ? `${words}: ${of}` : words;
  return (
    <>
      <button
        type="button"
        className={small ? 'button quiet icon-only' : 'button'}
        onClick={() => void copy()}
        aria-label={small || of ? name : undefined}
        title={small ? words : undefined}
      >
        <Icon aria-hidden="true" />
        {!small && words}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied ? t('common.copied') : ''}
      </span>
    </>
  );
};
