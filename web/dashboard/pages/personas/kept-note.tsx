import { useText } from '../../words/messages.ts';

/** Above a form that shows what was written before a reload. */
export const KeptNote = () => {
  const t = useText();
  return <p className="callout">{t('personas.kept')}</p>;
};
