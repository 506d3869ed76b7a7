import type { ComponentProps } from 'react';

interface Props<Value extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChange: (value: Value) => void;
}

export const Select = <Value extends string>({ options, onChange, className = '', ...select }: Props<Value>) => (
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
