import { useText } from '../words/messages.ts';

interface Props {
  isChanged: boolean;
  isSaving: boolean;
  /** Discards unsaved changes. */
  onCancel: () => void;
}

/** Below a settings form: saves or discards changes. */
export const SaveBar = ({ isChanged, isSaving, onCancel }: Props) => {
  const t = useText();
  return (
    <div className="row save-bar">
      {/* Not disabled after saving: it would lose focus. */}
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
