import type { Section } from '../annotations/context-view.ts';
import { estimateTokens, splitAt } from './tokens.ts';

const LEAST = 40;

const write = (title: string, text: string) => (text.includes('\n') ? `${title}:\n${text}` : `${title}: ${text}`);

const inOrder = (sections: readonly Section[]): [title: string, text: string][] => {
  const heads: [string, string][] = [];
  const rests: [string, string][] = [];
  for (const { title, text, first } of sections) {
    if (!text) continue;
    const [head, rest] = splitAt(text, first);
    heads.push([title, rest ? `${head}…` : head]);
    if (rest) rests.push([`${title}, continued`, rest]);
  }
  return [...heads, ...rests];
};

/** The first part has `firstBudget` tokens. Nothing is lost, and what matters most is first. */
export const layOut = (sections: readonly Section[], firstBudget: number, budget: number): string[] => {
  const parts: string[] = [];
  let lines: string[] = [];
  let left = firstBudget;
  const turn = () => {
    parts.push(lines.join('\n'));
    lines = [];
    left = budget;
  };
  const open = inOrder(sections);
  for (let next = open.shift(); next; next = open.shift()) {
    const [title, text] = next;
    const room = left - estimateTokens(title) - 3;
    const [head, rest] = splitAt(text, Math.max(0, room));
    const isTooLittle = rest !== '' && room < LEAST;
    if (isTooLittle && lines.length > 0) {
      turn();
      open.unshift(next);
      continue;
    }
    lines.push(write(title, head));
    left = room - estimateTokens(head);
    if (rest) {
      turn();
      open.unshift([title.endsWith('continued') ? title : `${title}, continued`, rest]);
    }
  }
  turn();
  return parts;
};
