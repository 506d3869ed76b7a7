import { useText } from '../../words/messages.ts';

interface Props {
  /** The secret's accessible name. */
  label: string;
  isShown: boolean;
  onToggle: (isShown: boolean) => void;
}

/** Shows or hides a secret. */
export const RevealButton = ({ label, isShown, onToggle }: Props) => {
  const t = useText();
  const words = t(isShown ? 'common.hide' : 'common.reveal');
  return (
    <button type="button" className="button" aria-label={`${words}: ${label}`} onClick={() => onToggle(!isShown)}>
      {words}
    </button>
  );
};
