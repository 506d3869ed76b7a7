interface Props<Value extends string> {
  name: string;
  label: string;
  options: readonly { value: Value; label: string; lang?: string }[];
  chosen: Value;
  choose: (value: Value) => void;
  isDisabled?: boolean;
}

export const Segments = <Value extends string>({ name, label, options, chosen, choose, isDisabled }: Props<Value>) => (
  <fieldset className="segments" disabled={isDisabled}>
    <legend className="visually-hidden">{label}</legend>
    {options.map(({ value, label: words, lang }) => (
      <label key={value} lang={lang}>
        <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => choose(value)} />
        <span>{words}</span>
      </label>
    ))}
  </fieldset>
);
