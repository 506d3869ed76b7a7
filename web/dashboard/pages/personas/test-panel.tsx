import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { fieldError, TextArea } from '../../kit/field.tsx';
import { RefusedRun } from '../../kit/refused-run.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';
import { useReviewQueries } from '../reviews/data.ts';
import type { Persona } from './data.ts';
import { TestResult } from './test-result.tsx';

const SAMPLES = ['landing', 'error', 'product'] as const;

interface Props {
  persona: Persona;
  isChanged: boolean;
  /** Saves the draft; rejects if refused, and the form shows why. */
  save: () => Promise<unknown>;
}

/** Tests the saved persona on a text. */
export const TestPanel = ({ persona, isChanged, save }: Props) => {
  const t = useText();
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const { one } = useReviewQueries();
  const [text, setText] = useState('');
  const test = useMutation({
    mutationFn: () =>
      service.createReview({
        body: {
          title: t('personas.test.title', { name: persona.name }).slice(0, LIMITS.createReview.title),
          input_type: 'text',
          content: text,
          persona_ids: [persona.id],
        },
      }),
    onSuccess: (review) => {
      queries.setQueryData(one(review.id).queryKey, review);
    },
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isSaved = !isChanged || (await save().then(Boolean, () => false));
    if (isSaved) test.mutate();
  };
  const refused = fieldError(test.error, 'content');
  return (
    <section className="card stack" id="test">
      <div>
        <h2>{t('personas.test')}</h2>
        <p className="soft">{t('personas.test.lead')}</p>
      </div>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <div className="row samples">
          {SAMPLES.map((sample) => (
            <button
              key={sample}
              type="button"
              className="button"
              onClick={() => setText(t(`personas.sample.${sample}.text`))}
            >
              {t(`personas.sample.${sample}`)}
            </button>
          ))}
        </div>
        <TextArea
          label={t('personas.test.text')}
          error={refused}
          value={text}
          onChange={({ target }) => setText(target.value)}
          maxLength={LIMITS.createReview.content}
          rows={6}
          className="sample-text"
          required
        />
        {isChanged && <p className="fine">{t('personas.test.saved_only')}</p>}
        <div>
          <button type="submit" className="button primary" disabled={test.isPending}>
            {t(isChanged ? 'personas.test.save_and_run' : 'personas.test.run')}
          </button>
        </div>
      </form>
      {test.error && !refused && <RefusedRun error={test.error} />}
      {test.data && <TestResult review_id={test.data.id} key={test.data.id} />}
    </section>
  );
};
