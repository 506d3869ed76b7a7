import { Printer } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { useText } from '../words/messages.ts';

export const PrintButton = () => {
  const t = useText();
  return (
    <Button look="print-button" icon={Printer} onClick={() => window.print()}>
      {t('public.print')}
    </Button>
  );
};
