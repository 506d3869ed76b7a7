import { type SyntheticEvent, useCallback, useState } from 'react';
import type { InputOf } from '../../../client/index.ts';
import { withScheme } from '../../kit/address.ts';
import { fieldError, TextField } from '../../kit/field.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';
import { Captcha } from './captcha.tsx';
import type { DemoConfig, DemoPersona } from './data.ts';
import { PersonaCards } from './persona-cards.tsx';
import type { TrySearch } from './search.ts';

export type DemoAsked = InputOf<'runDemo'>['body'];

interface Props {
  config: DemoConfig;
  personas: readonly DemoPersona[];
  before: TrySearch;
  /** Number of responses: each uses up a captcha solution. */
  round: number;
  isRunning: boolean;
  error: unknown;
  run: (asked: DemoAsked) => void;
}

/** Input stays, regardless of the result. */
export const TryForm = ({ config, personas, before, round, isRunning, error, run }: Props) => {
  const t = useText();
  const [url, setUrl] = useState(before.url ?? '');
  const [slug, setSlug] = useState((personas.find((one) => one.slug === before.persona) ?? personas[0])?.slug);
  const [token, setToken] = useState<string>();
  const onSolved = useCallback((solved: string | undefined) => setToken(solved), []);
  const { captcha } = config;
  const isUnsolved = captcha !== null && token === undefined;

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!slug || isUnsolved) return;
    run({ url: withScheme(url), persona_slug: slug, ...(token !== undefined && { captcha_token: token }) });
  };

  return (
    <form className="stack try-form" onSubmit={submit}>
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
        <button type="submit" className="button primary large" disabled={isRunning || isUnsolved}>
          {t(isRunning ? 'demo.running' : isUnsolved ? 'demo.captcha' : 'demo.run')}
        </button>
      </div>
      {captcha && <Captcha key={round} siteKey={captcha.site_key} onSolved={onSolved} />}
    </form>
  );
};
