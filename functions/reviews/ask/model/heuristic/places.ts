import { type Evidence, pointing, quoting } from './observation.ts';
import type { Document, Link, Named, Unit } from './read-document.ts';

/** Where something that is missing would belong. */
export type Where = 'start' | 'end' | 'action' | 'page';

const ACTION =
  /^(?:get|start|try|buy|book|order|sign up|subscribe|join us|join|download|install|request|contact|call|apply|register|create|add|send|watch|reserve|donate|choose|schedule|talk|upgrade|jetzt|kostenlos|kaufen|bestellen|anmelden|registrieren|buchen|herunterladen|testen|bewerben|anfragen|starten)\b/;
/** What asks for an act: `get started`, `Jetzt buchen`, `Termin buchen`. */
export const isAction = (label: string): boolean => {
  const text = label.toLowerCase().trim();
  return (
    text.length <= 60 &&
    (ACTION.test(text) || /(?:buchen|bestellen|anmelden|testen|kaufen|anfragen|bewerben|starten)$/.test(text))
  );
};

/** Buttons, and links that read like one; without either, short lines that do. */
export const actionsOf = (document: Document): readonly (Named | Link)[] => {
  const links = document.links.filter(({ label }) => isAction(label));
  if (document.buttons.length + links.length > 0) return [...document.buttons, ...links];
  return document.units
    .filter(
      ({ text, words, kind }) =>
        words <= 6 && kind !== 'heading' && kind !== 'navigation' && isAction(text) && !/\.$/.test(text),
    )
    .map(({ text }) => ({ label: text.trim(), id: undefined }));
};

/** Sentences of about ordinary length, the most ordinary first: what stands for a text where nothing sticks out. */
export const typical = (document: Document, say?: string): Evidence[] => {
  const whole = document.sentences.length > 0 ? document.sentences : document.units;
  return whole
    .slice(0, 400)
    .map((unit, at) => ({ unit, at, off: Math.abs(unit.words - 15) }))
    .sort((a, b) => a.off - b.off || a.at - b.at)
    .slice(0, 8)
    .map(({ unit }) => quoting(unit.text, say));
};

const lines = (units: readonly Unit[]): Evidence[] =>
  units.filter(({ text }) => text.length > 2).map(({ text }) => quoting(text));

/** Places where what is missing would belong, best first. */
export const placesFor = (document: Document, where: Where): Evidence[] => {
  const page = document.content.elements.find(({ kind }) => kind === 'page' || kind === 'screenshot');
  const start = lines(document.units.filter(({ kind }) => kind !== 'heading' && kind !== 'navigation').slice(0, 3));
  const shown = document.units.filter(({ kind }) => kind !== 'navigation');
  // A closing word or two could be quoted from anywhere.
  const sentences = shown.filter(({ words }) => words >= 3);
  const end = lines((sentences.length > 0 ? sentences : shown).slice(-4).reverse());
  const actions = actionsOf(document)
    .slice(0, 3)
    .map((one) => pointing(document.content, one));
  const whole = page ? [{ element: page.id }] : [];
  if (where === 'page') return [...whole, ...start];
  if (where === 'start') return [...start, ...whole];
  if (where === 'action') return [...actions, ...end, ...whole];
  return [...end, ...whole];
};
