const SEQUENCE_MS = 1200;
/** What follows it is no shortcut of its own: `g r` leads somewhere, also on a page where `r` does something. */
const LEADER = 'g';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role=dialog], [role=menu], [role=listbox]') !== null);

/** Runs what a key (`j`), or two after one another (`g i`), stand for; not while somebody types. Gives the way to stop. */
export const onKeys = (actions: Readonly<Record<string, () => void>>): (() => void) => {
  let before = { key: '', at: 0 };
  const pressed = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const isSequence = before.key === LEADER && event.timeStamp - before.at < SEQUENCE_MS;
    const action = actions[isSequence ? `${LEADER} ${event.key}` : event.key];
    before = { key: event.key, at: event.timeStamp };
    if (!action) return;
    event.preventDefault();
    action();
  };
  document.addEventListener('keydown', pressed);
  return () => document.removeEventListener('keydown', pressed);
};
