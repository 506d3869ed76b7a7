import { useText } from '../words/messages.ts';
import { Button } from './button.tsx';

interface Props {
  isChanged: boolean;
  isSaving: boolean;
  onCancel: () => void;
}

export const SaveBar = ({ isChanged, isSaving, onCancel }: Props) => {
  const t = useText();
  return (
    <div className="row save-bar">
      {/* Not disabled after saving: it would lose focus. */}
      <Button
        type="submit"
        look="primary"
        aria-disabled={!isChanged}
        disabled={isSaving}
        onClick={(event) => !isChanged && event.preventDefault()}
      >
        {t('common.save')}
      </Button>
      {isChanged && (
        <>
          <Button look="quiet" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <span className="fine" role="status">
            {t('common.unsaved')}
          </span>
        </>
      )}
    </div>
  );
};
