import { useText } from '../app/messages.ts';

interface Props {
  isChanged: boolean;
  isSaving: boolean;
  /** Takes back what was not saved. */
  onCancel: () => void;
}

/** Below a form of settings: saves what was changed, or forgets it. */
export const SaveBar = ({ isChanged, isSaving, onCancel }: Props) => {
  const t = useText();
  return (
    <div className="row save-bar">
      <button type="submit" className="button primary" disabled={!isChanged || isSaving}>
        {t('common.save')}
      </button>
      {isChanged && (
        <>
          <button type="button" className="button quiet" onClick={onCancel}>
            {t('common.cancel')}
          </button>
          <span className="fine" role="status">
            {t('common.unsaved')}
          </span>
        </>
      )}
    </div>
  );
};
