import { ICONS } from './config.ts';
import { addStyles, h, icon } from './dom.ts';
import type { Draft } from './draft.ts';
import css from './questions.css';
import type { Runtime, Settings } from './runtime.ts';
import { type QuestionsKey, questionsEn } from './strings-lazy.ts';

type Question = NonNullable<Settings['site']['questions']>[number];

const THUMB = 'M7 11v9H4v-9zM7 11l4-8c2 0 3 1 2.6 3L13 9h5.5a2 2 0 0 1 2 2.4l-1.3 6.5A2.5 2.5 0 0 1 16.8 20H7';

const runtime = window.__sidenote as Runtime;
addStyles(runtime, css);
const say = (key: QuestionsKey): string => runtime.say?.(key) ?? questionsEn[key];

const ratingField = (scale: 'stars' | 'thumbs', draft: Draft, save: () => void): HTMLElement => {
  const values = scale === 'stars' ? [1, 2, 3, 4, 5] : [5, 1];
  const labels = values.map((value) => {
    const name = scale === 'stars' ? say('stars').replace('{n}', String(value)) : say(value > 1 ? 'up' : 'down');
    const radio = h('input', {
      type: 'radio',
      name: 'rating',
      ariaLabel: name,
      checked: draft.rating === value,
      onclick: () => {
        // A second press takes it back.
        if (draft.rating === value) radio.checked = false;
        draft.rating = radio.checked ? value : undefined;
        show();
        save();
      },
    });
    const picture = icon(scale === 'stars' ? ICONS.star : THUMB);
    if (scale === 'thumbs' && value === 1) picture.style.rotate = '180deg';
    return h('label', { title: name }, radio, picture);
  });
  const show = (): void => {
    for (const [at, label] of labels.entries()) {
      const value = values[at] ?? 0;
      label.className = (scale === 'stars' ? value <= (draft.rating ?? 0) : value === draft.rating) ? 'on' : '';
    }
  };
  show();
  return h('fieldset', null, h('legend', null, say('rate')), h('div', { class: 'stars' }, ...labels));
};

const questionField = (
  { id, label, kind, options, required }: Question,
  draft: Draft,
  save: () => void,
): HTMLElement => {
  const answer = (text: string): void => {
    draft.answers = { ...draft.answers, [id]: text };
    save();
  };
  const title = `${label}${required ? ' *' : ''}`;
  if (kind === 'text') {
    const field = h('input', {
      class: 'in',
      dir: 'auto',
      maxLength: 1000,
      required,
      value: draft.answers?.[id] ?? '',
      oninput: () => answer(field.value),
    });
    return h('label', null, h('span', { dir: 'auto' }, title), field);
  }
  const choices = options.map((option) =>
    h(
      'label',
      { class: 'kind' },
      h('input', {
        type: 'radio',
        name: `question-${id}`,
        required,
        checked: draft.answers?.[id] === option,
        onclick: () => answer(option),
      }),
      h('span', { dir: 'auto' }, option),
    ),
  );
  return h('fieldset', null, h('legend', { dir: 'auto' }, title), h('div', { class: 'flow' }, ...choices));
};

const questionsView = (site: Settings['site'], draft: Draft, save: () => void): HTMLElement[] => [
  ...(!site.rating || site.rating === 'none' ? [] : [ratingField(site.rating, draft, save)]),
  ...(site.questions ?? []).map((question) => questionField(question, draft, save)),
];

Object.assign(runtime, { questionsView });
