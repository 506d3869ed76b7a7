import { useText } from '../../words/messages.ts';

interface Props {
  action: string;
  isChanged: boolean;
  isSaving: boolean;
  onCancel: () => void;
}

/** Stays visible below a long form. */
export const SaveBar = ({ action, isChanged, isSaving, onCancel }: Props) => {
  const t = useText();
  return (
    <div className="row persona-save" data-changed={isChanged || undefined}>
      <button type="submit" className="button primary" disabled={!isChanged || isSaving}>
        {action}
      </button>
      <button type="button" className="button quiet" disabled={!isChanged} onClick={onCancel}>
        {t('personas.discard')}
      </button>
      <span className="fine" role="status">
        {isChanged && t('common.unsaved')}
      </span>
    </div>
  );
};
