import { type SyntheticEvent, useState } from 'react';
import type { OutputOf } from '../../../client/index.ts';
import { fieldError, TextArea, TextField } from '../../kit/field.tsx';
import { FormError } from '../../kit/form-error.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';
import { service } from '../service.ts';

/** Requests access, and shows the service's response. */
export const AccessForm = () => {
  const t = useText();
  const [answer, setAnswer] = useState<OutputOf<'createAccessRequest'>>();
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);

  const send = async (form: FormData) => {
    const [email, intent] = [String(form.get('email')).trim(), String(form.get('intent')).trim()];
    setSending(true);
    setError(undefined);
    try {
      setAnswer(await service.createAccessRequest({ body: { email, source: 'landing', ...(intent && { intent }) } }));
    } catch (refused) {
      setError(refused);
    } finally {
      setSending(false);
    }
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(new FormData(event.currentTarget));
  };

  return (
    <section className="access" aria-labelledby="access">
      <div>
        <h2 id="access">{t('landing.access')}</h2>
        <p className="soft">{t('landing.access.text')}</p>
      </div>
      <div role="status">
        {answer && (
          <div className="callout done">
            <p>
              <strong>{t('landing.access.sent')}</strong>
            </p>
            <p>{t('landing.access.thanks')}</p>
          </div>
        )}
      </div>
      {!answer && (
        <form className="stack" onSubmit={submit}>
          <TextField
            label={t('landing.access.email')}
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={LIMITS.createAccessRequest.email}
            error={fieldError(error, 'email')}
          />
          <TextArea
            label={t('landing.access.intent')}
            name="intent"
            rows={3}
            maxLength={LIMITS.createAccessRequest.intent}
            optional
            error={fieldError(error, 'intent')}
          />
          <FormError error={error} />
          <div>
            <button type="submit" className="button primary" disabled={isSending}>
              {t(isSending ? 'landing.access.sending' : 'landing.access.send')}
            </button>
          </div>
        </form>
      )}
    </section>
  );
};
