import './search-box.css';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useKeys } from './shortcuts.ts';

/** Until somebody pauses, no address is written and nothing is looked for. */
const PAUSE_MS = 250;

interface Props {
  label: string;
  /** As the address has it. */
  q: string;
  onSearch: (q: string) => void;
}

/** Words to look for; `/` leads here. */
export const SearchBox = ({ label, q, onSearch }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  const [sent, setSent] = useState(q);
  // The address has changed by itself: somebody went back, or cleared the filters.
  if (q !== sent) {
    setSent(q);
    if (q !== text.trim()) setText(q);
  }
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(wanted);
      onSearch(wanted);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, sent, onSearch]);
  useKeys({ '/': () => input.current?.focus() });
  return (
    <span className="search-box">
      <Search aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape' && text === '') currentTarget.blur();
        }}
      />
      <span className="slash" aria-hidden="true">
        /
      </span>
    </span>
  );
};
