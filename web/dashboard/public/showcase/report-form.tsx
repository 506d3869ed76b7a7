import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { fieldError, TextArea } from '../../kit/field.tsx';
import { FormError } from '../../kit/form-error.tsx';
import { FIGURES, LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';
import { service } from '../service.ts';

/** Reports an entry; it is hidden until an admin has checked it. */
export const ReportForm = ({ slug }: { slug: string }) => {
  const t = useText();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [isShort, setShort] = useState(false);
  const report = useMutation({
    mutationFn: (text: string) => service.reportShowcaseEntry({ slug, body: { reason: text } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['showcase'], refetchType: 'none' }),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const text = reason.trim();
    setShort(text.length < FIGURES.minReason);
    if (text.length >= FIGURES.minReason) report.mutate(text);
  };
  if (report.isSuccess)
    return (
      <p className="callout" role="status">
        {t('showcase.report.sent')}
      </p>
    );
  const { error } = report;
  return (
    <details className="report-form">
      <summary>{t('showcase.report')}</summary>
      <form className="stack" onSubmit={submit} noValidate>
        <p className="soft">{t('showcase.report.text')}</p>
        <TextArea
          label={t('showcase.report.reason')}
          name="reason"
          rows={3}
          maxLength={LIMITS.reportShowcaseEntry.reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={isShort ? t('showcase.report.short') : fieldError(error, 'reason')}
        />
        <FormError error={error} />
        <div>
          <button type="submit" className="button danger-quiet" disabled={report.isPending}>
            {t('showcase.report.send')}
          </button>
        </div>
      </form>
    </details>
  );
};
