import { useRef } from 'react';
import { SelectField, Switch, TextArea, TextField } from '../../kit/form.tsx';
import { QUESTION_KINDS } from '../../words/enums.generated.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import type { Site } from './data.ts';

type Question = NonNullable<Site['widget']['questions']>[number];

const { max: MAX_QUESTIONS, label: MAX_LABEL } = LIMITS.createSite.widget.questions;

/** Never used before: drafts of visitors have answers by the ids of questions that were removed. */
const newId = (): string => crypto.randomUUID().slice(0, 18);

interface Props {
  questions: Question[];
  onChange: (questions: Question[]) => void;
}

/** Up to five questions that the widget asks with each note. */
export const QuestionsField = ({ questions, onChange }: Props) => {
  const add = useRef<HTMLButtonElement>(null);
  const change = (id: string, fields: Partial<Question>) =>
    onChange(questions.map((one) => (one.id === id ? { ...one, ...fields } : one)));
  return (
    <div className="stack">
      {questions.map(({ id, label, kind, options, required }, at) => (
        <fieldset className="stack close question" key={id}>
          <legend>{t('sites.question', { number: at + 1 })}</legend>
          <div className="two">
            <TextField
              label={t('sites.question.label')}
              value={label}
              maxLength={MAX_LABEL}
              required
              onChange={({ target }) => change(id, { label: target.value })}
            />
            <SelectField
              label={t('sites.question.kind')}
              value={kind}
              options={QUESTION_KINDS.map((one) => [one, t(`sites.question.kind.${one}`)])}
              onChange={({ target }) => change(id, { kind: target.value === 'choice' ? 'choice' : 'text' })}
            />
          </div>
          {kind === 'choice' && (
            <TextArea
              label={t('sites.question.options')}
              hint={t('sites.question.options.hint')}
              value={options.join('\n')}
              rows={3}
              required
              onChange={({ target }) => change(id, { options: target.value.split('\n') })}
            />
          )}
          <div className="row spread">
            <Switch
              label={t('sites.question.required')}
              checked={required}
              onChange={({ target }) => change(id, { required: target.checked })}
            />
            <button
              type="button"
              className="button"
              onClick={() => {
                onChange(questions.filter((one) => one.id !== id));
                add.current?.focus();
              }}
            >
              {t('sites.question.remove')}
            </button>
          </div>
        </fieldset>
      ))}
      <button
        type="button"
        className="button question-add"
        ref={add}
        disabled={questions.length >= MAX_QUESTIONS}
        onClick={() => onChange([...questions, { id: newId(), label: '', kind: 'text', options: [], required: false }])}
      >
        {t('sites.question.add')}
      </button>
    </div>
  );
};
