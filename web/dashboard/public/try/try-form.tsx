import { useState } from 'react';
import type { InputOf } from '../../../client/index.ts';
import { withScheme } from '../../kit/address.ts';
import { Button } from '../../kit/button.tsx';
import { fieldError, submitting, TextField } from '../../kit/form.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import { Captcha } from './captcha.tsx';
import type { DemoConfig, DemoPersona } from './data.ts';
import type { TrySearch } from './search.ts';

interface CardsProps {
  personas: readonly DemoPersona[];
  chosen: string;
  choose: (slug: DemoPersona['slug']) => void;
}

const PersonaCards = ({ personas, chosen, choose }: CardsProps) => (
  <fieldset className="persona-cards">
    <legend>{t('demo.persona')}</legend>
    {personas.map(({ slug, name, title, dimensions }) => (
      <label key={slug} className="stack tight tile persona-card">
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
          <span className="fine">{t('demo.looks_at', { dimensions: dimensions.join(', ') })}</span>
        </span>
      </label>
    ))}
  </fieldset>
);

export type DemoAsked = InputOf<'runDemo'>['body'];

interface Props {
  config: DemoConfig;
  personas: readonly DemoPersona[];
  before: TrySearch;
  round: number;
  isRunning: boolean;
  error: unknown;
  run: (asked: DemoAsked) => void;
}

export const TryForm = ({ config, personas, before, round, isRunning, error, run }: Props) => {
  const [url, setUrl] = useState(before.url ?? '');
  const [slug, setSlug] = useState((personas.find((one) => one.slug === before.persona) ?? personas[0])?.slug);
  const [token, setToken] = useState<string>();
  const { captcha } = config;
  const isUnsolved = captcha !== null && token === undefined;

  const submit = () => {
    if (!slug || isUnsolved) return;
    run({ url: withScheme(url), persona_slug: slug, ...(token !== undefined && { captcha_token: token }) });
  };

  return (
    <form className="stack try-form" onSubmit={submitting(submit)}>
      <PersonaCards personas={personas} chosen={slug ?? ''} choose={setSlug} />
      <div className="try-address">
        <TextField
          label={t('demo.url')}
          hint={t('demo.url.hint')}
          name="url"
          inputMode="url"
          autoComplete="url"
          required
          maxLength={LIMITS.runDemo.url}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          error={fieldError(error, 'url')}
        />
        <Button type="submit" look="primary large" disabled={isRunning || isUnsolved}>
          {t(isRunning ? 'demo.running' : isUnsolved ? 'demo.captcha' : 'demo.run')}
        </Button>
      </div>
      <p>
        <Button onClick={() => setUrl(`${location.origin}/demo`)}>{t('demo.url.sample')}</Button>
      </p>
      {captcha && <Captcha key={round} siteKey={captcha.site_key} onSolved={setToken} />}
    </form>
  );
};
