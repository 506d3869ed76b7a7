import { ArrowUp } from 'lucide-react';
import { useText } from '../../words/messages.ts';

/** Shows how many notes arrived while reading, and reveals them. */
export const NewNotesButton = ({ waiting, onShow }: { waiting: number; onShow: () => void }) => {
  const t = useText();
  return (
    <div role="status" className="fresh">
      {waiting > 0 && (
        <button type="button" className="button primary" onClick={onShow}>
          <ArrowUp aria-hidden="true" /> {t('inbox.fresh', { count: waiting })}
        </button>
      )}
    </div>
  );
};
