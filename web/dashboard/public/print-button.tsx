import { Printer } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { t } from '../words/messages.ts';

export const PrintButton = () => (
  <Button look="print-button" icon={Printer} onClick={() => window.print()}>
    {t('public.print')}
  </Button>
);
