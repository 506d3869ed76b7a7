import { type ComponentProps, type ReactNode, type SyntheticEvent, useEffect, useId } from 'react';
import { ApiError, type ValidationItem } from '../../client/index.ts';
import { t } from '../words/messages.ts';
import { Button } from './button.tsx';
import { focusOnMount } from './focus-on-mount.ts';
import { inOurs } from './said.tsx';
import { ErrorNote } from './states.tsx';

/** Belongs after the fields: it shows what none of them does. */
export const FormError = ({
  error,
  children = <ErrorNote error={error} />,
}: {
  error: unknown;
  children?: ReactNode;
}) => (error == null || isShownInFields(error) ? null : children);

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

interface FormProps {
  className?: string;
  action: string;
  look?: 'primary' | 'danger' | 'danger-quiet';
  isDisabled?: boolean | undefined;
  /** A dialog whose request runs stays open. */
  isRunning?: boolean;
  onSubmit: () => unknown;
  onCancel?: (() => void) | undefined;
  inDialog?: boolean;
  error?: unknown;
  children: ReactNode;
}

export const Form = (props: FormProps) => {
  const {
    className = 'stack',
    action,
    look = 'primary',
    isDisabled,
    isRunning,
    onSubmit,
    onCancel,
    inDialog,
    error,
  } = props;
  const cancel = onCancel && (
    <Button look={inDialog ? '' : 'quiet'} disabled={isRunning} onClick={onCancel}>
      {t('common.cancel')}
    </Button>
  );
  return (
    <form className={className} onSubmit={submitting(onSubmit)}>
      {props.children}
      <FormError error={error} />
      <div className={inDialog ? 'dialog-actions' : 'row'}>
        {inDialog && cancel}
        <Button type="submit" look={look} disabled={isDisabled || isRunning}>
          {action}
        </Button>
        {!inDialog && cancel}
      </div>
    </form>
  );
};

const fieldMessage = ({ msg, ...coded }: ValidationItem): string => {
  const { text, lang } = inOurs(msg, [coded]);
  return lang ? `${text} (${t('error.untranslated')})` : text;
};

/** By a field. Parts of a request without one can be refused, too. */
const shown = new WeakSet<ValidationItem>();

export const errorAt = (error: unknown, isMeant: (loc: ValidationItem['loc']) => boolean): string | undefined => {
  if (!(error instanceof ApiError) || typeof error.detail === 'string') return undefined;
  const items = error.detail.filter(({ loc }) => isMeant(loc));
  for (const item of items) shown.add(item);
  return items.length > 0 ? items.map(fieldMessage).join(' ') : undefined;
};

export const fieldError = (error: unknown, ...path: (string | number)[]): string | undefined => {
  const wanted = ['body', ...path];
  return errorAt(error, (loc) => wanted.every((part, at) => String(part) === String(loc[at])));
};

export const isShownInFields = (error: unknown): boolean =>
  error instanceof ApiError && typeof error.detail !== 'string' && error.detail.every((item) => shown.has(item));

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
}

const useFocusWhereRefused = (id: string, error: string | undefined): void => {
  useEffect(() => {
    const field = document.getElementById(id);
    if (!error || field?.closest('form')?.querySelector('[aria-invalid="true"]') !== field) return;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.matches('[type="submit"]')) field?.focus();
  }, [id, error]);
};

const Frame = ({
  label,
  hint,
  error,
  optional,
  children,
}: FieldProps & {
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}) => {
  const id = useId();
  useFocusWhereRefused(id, error);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {optional && <span className="optional">{t('common.optional')}</span>}
      </label>
      {children({ id, ...(described && { 'aria-describedby': described }), ...(error && { 'aria-invalid': true }) })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
};

type InputProps<Tag extends 'input' | 'textarea'> = FieldProps & ComponentProps<Tag>;

export const TextField = ({ label, hint, error, optional, autoFocus, ...input }: InputProps<'input'>) => (
  <Frame label={label} hint={hint} error={error} optional={optional ?? false}>
    {(ids) => <input ref={autoFocus ? focusOnMount : null} {...input} {...ids} />}
  </Frame>
);

export const TextArea = ({ label, hint, error, optional, autoFocus, ...input }: InputProps<'textarea'>) => (
  <Frame label={label} hint={hint} error={error} optional={optional ?? false}>
    {(ids) => <textarea ref={autoFocus ? focusOnMount : null} {...input} {...ids} />}
  </Frame>
);

interface SelectFieldProps extends FieldProps, ComponentProps<'select'> {
  options?: readonly (readonly [value: string, text: string])[];
}

export const SelectField = ({ label, hint, error, optional, options = [], children, ...input }: SelectFieldProps) => (
  <Frame label={label} hint={hint} error={error} optional={optional ?? false}>
    {(ids) => (
      <span className="select">
        <select {...input} {...ids}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
          {children}
        </select>
      </span>
    )}
  </Frame>
);

export const Switch = ({
  label,
  hint,
  checked,
  ...input
}: { label: string; hint?: string; checked: boolean } & ComponentProps<'input'>) => {
  const id = useId();
  return (
    <div className="switch">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: it's a checkbox, for which ARIA in HTML forbids `aria-checked`.
        role="switch"
        id={id}
        {...input}
        checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p className="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
};

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChange: (value: Value) => void;
}

export const Select = <Value extends string>({ options, onChange, className = '', ...select }: SelectProps<Value>) => (
  <span className={`select ${className}`}>
    <select
      {...select}
      onChange={({ target }) => {
        const [chosen] = options.find(([value]) => value === target.value) ?? [];
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </span>
);

interface SegmentsProps<Value extends string> {
  name: string;
  label: string;
  options: readonly { value: Value; label: string; lang?: string }[];
  chosen: Value;
  choose: (value: Value) => void;
}

export const Segments = <Value extends string>({ name, label, options, chosen, choose }: SegmentsProps<Value>) => (
  <fieldset className="segments">
    <legend className="visually-hidden">{label}</legend>
    {options.map(({ value, label: words, lang }) => (
      <label key={value} lang={lang}>
        <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => choose(value)} />
        <span>{words}</span>
      </label>
    ))}
  </fieldset>
);

interface SaveBarProps {
  isChanged: boolean;
  isSaving: boolean;
  onCancel: () => void;
}

export const SaveBar = ({ isChanged, isSaving, onCancel }: SaveBarProps) => (
  <div className="row save-bar">
    {/* Not disabled after saving: it would lose focus. */}
    <Button
      type="submit"
      look="primary"
      aria-disabled={!isChanged}
      disabled={isSaving}
      onClick={(event) => !isChanged && event.preventDefault()}
    >
      {t('common.save')}
    </Button>
    {isChanged && (
      <>
        <Button look="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <span className="fine" role="status">
          {t('common.unsaved')}
        </span>
      </>
    )}
  </div>
);
