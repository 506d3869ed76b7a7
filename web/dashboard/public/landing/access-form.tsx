import { useState } from 'react';
import { Form, fieldsOf, TextArea, TextField } from '../../kit/form.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import { service } from '../service.ts';

export const AccessForm = () => {
  const [draft, setDraft] = useState({ email: '', intent: '' });
  const [isSent, setSent] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const { createAccessRequest: limits } = LIMITS;
  const field = fieldsOf(draft, setDraft, error);

  const send = async () => {
    const [email, intent] = [draft.email.trim(), draft.intent.trim()];
    setSending(true);
    setError(undefined);
    try {
      await service.createAccessRequest({ body: { email, source: 'landing', ...(intent && { intent }) } });
      setSent(true);
    } catch (refused) {
      setError(refused);
    } finally {
      setSending(false);
    }
  };

  return (
    <section className="access" aria-labelledby="access">
      <div>
        <h2 id="access">{t('landing.access')}</h2>
        <p className="soft">{t('landing.access.text')}</p>
      </div>
      <div role="status">
        {isSent && (
          <div className="callout done">
            <p>
              <strong>{t('landing.access.sent')}</strong>
            </p>
            <p>{t('landing.access.thanks')}</p>
          </div>
        )}
      </div>
      {!isSent && (
        <Form
          action={t(isSending ? 'landing.access.sending' : 'landing.access.send')}
          isDisabled={isSending}
          onSubmit={send}
          error={error}
        >
          <TextField
            label={t('landing.access.email')}
            {...field('email', limits.email)}
            type="email"
            autoComplete="email"
            required
          />
          <TextArea label={t('landing.access.intent')} {...field('intent', limits.intent)} rows={3} optional />
        </Form>
      )}
    </section>
  );
};
