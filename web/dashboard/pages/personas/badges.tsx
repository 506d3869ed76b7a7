import { useText } from '../../words/messages.ts';
import type { Persona } from './data.ts';

/** A persona's origin and state; none for an unchanged default. */
export const Badges = ({ persona }: { persona: Persona }) => {
  const t = useText();
  const { is_default, is_customised, cloned_from, published_at } = persona;
  return (
    <>
      {is_customised && <span className="tag warn">{t('personas.badge.changed')}</span>}
      {!is_default && !cloned_from && <span className="tag accent">{t('personas.badge.own')}</span>}
      {cloned_from && <span className="tag accent">{t('personas.badge.cloned')}</span>}
      {published_at && <span className="tag good">{t('personas.badge.published')}</span>}
    </>
  );
};
