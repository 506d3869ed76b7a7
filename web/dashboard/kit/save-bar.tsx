import { useText } from '../words/messages.ts';

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
      {/* Not disabled once it is saved: it would lose the focus for good. */}
      <button
        type="submit"
        className="button primary"
        aria-disabled={!isChanged}
        disabled={isSaving}
        onClick={(event) => !isChanged && event.preventDefault()}
      >
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
