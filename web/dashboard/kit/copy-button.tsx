import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../words/messages.ts';
import { Button } from './button.tsx';

interface Props {
  text: string;
  label?: string;
  of?: string;
  small?: boolean;
}

export const CopyButton = ({ text, label, of, small = false }: Props) => {
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
  const words = isCopied ? t('common.copied') : (label ?? t('common.copy'));
  const name = of ? `${words}: ${of}` : words;
  return (
    <>
      <Button
        look={small ? 'quiet' : ''}
        icon={isCopied ? Check : Copy}
        onClick={() => void copy()}
        aria-label={small || of ? name : undefined}
        title={small ? words : undefined}
      >
        {!small && words}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? t('common.copied') : ''}
      </span>
    </>
  );
};
