import type { ReactNode, SyntheticEvent } from 'react';
import { useText } from '../words/messages.ts';
import { Button } from './button.tsx';
import { ErrorNote } from './error-note.tsx';
import { fieldError, isShownInFields } from './field.tsx';

export const FormError = ({ error }: { error: unknown }) =>
  error == null || isShownInFields(error) ? null : <ErrorNote error={error} />;

type TextKey<Draft> = { [Key in keyof Draft]: Draft[Key] extends string ? Key : never }[keyof Draft] & string;

/** `{...field('name', 80)}` binds a field; `path` is the draft's place in the request. */
export const fieldsOf =
  <Draft extends object>(
    draft: Draft,
    change: (update: (now: Draft) => Draft) => void,
    error?: unknown,
    ...path: (string | number)[]
  ) =>
  <Key extends TextKey<Draft>>(name: Key, maxLength?: number) => ({
    value: draft[name] as Draft[Key] & string,
    onChange: ({ target: { value } }: { target: { value: string } }) => change((now) => ({ ...now, [name]: value })),
    error: fieldError(error, ...path, name),
    ...(maxLength !== undefined && { maxLength }),
  });

export const submitting = (run: () => unknown) => (event: SyntheticEvent) => {
  event.preventDefault();
  void run();
};

interface Props {
  className?: string;
  action: string;
  look?: 'primary' | 'danger' | 'danger-quiet';
  isDisabled?: boolean | undefined;
  onSubmit: () => unknown;
  onCancel?: (() => void) | undefined;
  inDialog?: boolean;
  error?: unknown;
  children: ReactNode;
}

export const Form = (props: Props) => {
  const { className = 'stack', action, look = 'primary', isDisabled, onSubmit, onCancel, inDialog, error } = props;
  const t = useText();
  const cancel = onCancel && (
    <Button look={inDialog ? '' : 'quiet'} onClick={onCancel}>
      {t('common.cancel')}
    </Button>
  );
  return (
    <form className={className} onSubmit={submitting(onSubmit)}>
      {props.children}
      <FormError error={error} />
      <div className={inDialog ? 'dialog-actions' : 'row'}>
        {inDialog && cancel}
        <Button type="submit" look={look} disabled={isDisabled}>
          {action}
        </Button>
        {!inDialog && cancel}
      </div>
    </form>
  );
};
