import { Printer } from 'lucide-react';
import { useText } from '../words/messages.ts';

export const PrintButton = () => {
  const t = useText();
  return (
    <button type="button" className="button print-button" onClick={() => window.print()}>
      <Printer aria-hidden="true" /> {t('public.print')}
    </button>
  );
};
