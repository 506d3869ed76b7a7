import { useText } from '../../words/messages.ts';

/** Above a form whose draft survived a reload. */
export const KeptNote = () => {
  const t = useText();
  return <p className="callout">{t('personas.kept')}</p>;
};
