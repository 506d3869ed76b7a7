import { type ComponentProps, type ReactNode, useEffect, useId } from 'react';
import { ApiError, type ValidationItem } from '../../client/index.ts';
import { translate, useText } from '../words/messages.ts';
import { inOurs } from './said.tsx';

const fieldMessage = ({ msg, ...coded }: ValidationItem): string => {
  const { text, lang } = inOurs(msg, [coded]);
  return lang ? `${text} (${translate('error.untranslated')})` : text;
};

export const errorAt = (error: unknown, isMeant: (loc: ValidationItem['loc']) => boolean): string | undefined => {
  if (!(error instanceof ApiError) || typeof error.detail === 'string') return undefined;
  const items = error.detail.filter(({ loc }) => isMeant(loc));
  return items.length > 0 ? items.map(fieldMessage).join(' ') : undefined;
};

export const fieldError = (error: unknown, ...path: (string | number)[]): string | undefined => {
  const wanted = ['body', ...path];
  return errorAt(error, (loc) => wanted.every((part, at) => String(part) === String(loc[at])));
};

export const isShownInFields = (error: unknown): boolean =>
  error instanceof ApiError &&
  typeof error.detail !== 'string' &&
  error.detail.every(({ loc: [where, ...path] }) => where === 'body' && path.length > 0);

interface Props {
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
}: Props & { children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode }) => {
  const t = useText();
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

export const TextField = ({ label, hint, error, optional, ...input }: Props & ComponentProps<'input'>) => (
  <Frame label={label} hint={hint} error={error} optional={optional ?? false}>
    {(ids) => <input {...input} {...ids} />}
  </Frame>
);

export const TextArea = ({ label, hint, error, optional, ...input }: Props & ComponentProps<'textarea'>) => (
  <Frame label={label} hint={hint} error={error} optional={optional ?? false}>
    {(ids) => <textarea {...input} {...ids} />}
  </Frame>
);

interface SelectProps extends Props, ComponentProps<'select'> {
  options?: readonly (readonly [value: string, text: string])[];
}

export const SelectField = ({ label, hint, error, optional, options = [], children, ...input }: SelectProps) => (
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
        role="switch"
        id={id}
        {...input}
        checked={checked}
        aria-checked={checked}
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
