import { useText } from '../../words/messages.ts';
import type { DemoPersona } from './data.ts';

interface Props {
  personas: readonly DemoPersona[];
  chosen: string;
  choose: (slug: DemoPersona['slug']) => void;
}

export const PersonaCards = ({ personas, chosen, choose }: Props) => {
  const t = useText();
  return (
    <fieldset className="persona-cards">
      <legend>{t('demo.persona')}</legend>
      {personas.map(({ slug, name, title, description, dimensions }) => (
        <label key={slug} className="persona-card">
          <input
            type="radio"
            name="persona"
            value={slug}
            checked={slug === chosen}
            onChange={() => choose(slug)}
            aria-describedby={`persona-${slug}`}
          />
          <span className="persona-name" lang="en">
            <strong>{name}</strong>
            <span className="soft">{title}</span>
          </span>
          <span id={`persona-${slug}`} className="persona-more">
            <span className="persona-about" lang="en">
              {description}
            </span>
            <span className="fine">{t('demo.looks_at', { dimensions: dimensions.join(', ') })}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
};
