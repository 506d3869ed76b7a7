import './search-box.css';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useKeys, useSingleKeys } from './shortcuts.ts';

const PAUSE_MS = 250;

export const SearchBox = ({ label, q, onSearch }: { label: string; q: string; onSearch: (q: string) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  const [sent, setSent] = useState(q);
  // The address changed elsewhere: back was pressed, or filters were cleared.
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
  const isSlashOn = useSingleKeys();
  useKeys({ '/': () => input.current?.focus() });
  return (
    <span className="search-box">
      <Search aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts={isSlashOn ? '/' : undefined}
        placeholder={label}
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape' && text === '') currentTarget.blur();
        }}
      />
      {isSlashOn && (
        <span className="slash" aria-hidden="true">
          /
        </span>
      )}
    </span>
  );
};
