import { defaultPersonas } from '../../../functions/personas/default-personas.ts';
import { Answer } from '../../../functions/reviews/ask/model/answer.ts';
import { heuristicModel } from '../../../functions/reviews/ask/model/heuristic.ts';
import type { PersonaQuestion } from '../../../functions/reviews/ask/model/model.ts';
import { type Content, type Element, textContent } from '../../../functions/reviews/read/content.ts';
import type { PersonaAsRun } from '../../../functions/reviews/rows.ts';

export const personas: readonly PersonaAsRun[] = defaultPersonas().map((persona) => ({
  id: `01-${persona.slug}`,
  custom_instructions: null,
  ...persona,
}));

export const personaOf = (slug: string): PersonaAsRun => personas.find((one) => one.slug === slug)!;

/** A persona of somebody's own, with dimensions by name and description. */
export const customPersona = (...dimensions: [name: string, description: string][]): PersonaAsRun => ({
  id: '01-own',
  slug: null,
  name: 'Mara',
  title: 'Somebody of our own',
  category: 'our own',
  description: 'Reads as we do.',
  evaluation_dimensions: dimensions.map(([name, description]) => ({
    name,
    description,
    weight: 1 / dimensions.length,
  })),
  custom_instructions: null,
});

type How = Partial<Pick<PersonaQuestion, 'dimensions' | 'must_score'>>;

export const askText = async (
  persona: PersonaAsRun,
  content: Content,
  { dimensions = persona.evaluation_dimensions, must_score = false }: How = {},
): Promise<string> => {
  const { text } = await heuristicModel().ask({
    question: { task: 'persona', persona, dimensions, content, pictures: [], must_score },
    prompt: { system: '', shared: [], task: '', schema: {} },
    signal: new AbortController().signal,
  });
  return text;
};

export const ask = async (persona: PersonaAsRun, content: Content, how: How = {}): Promise<Answer> =>
  Answer.parse(JSON.parse(await askText(persona, content, how)));

/** The score of a dimension, and its finding if there is one. */
export const about = ({ scores, findings }: Answer, dimension: string) => ({
  ...scores.find((one) => one.dimension === dimension)!,
  finding: findings.find((one) => one.dimension === dimension),
});

/** The score of one dimension of a default, which must be measured. */
export const scoreOf = async (slug: string, dimension: string, content: Content): Promise<number> => {
  const { score } = about(await ask(personaOf(slug), content), dimension);
  if (score === null) throw new Error(`${slug} does not measure ${dimension}.`);
  return score;
};

export const text = (words: string, more: Partial<Content> = {}): Content => ({
  ...textContent('text', null, words),
  ...more,
});

const link = (id: string, label: string, href: string): Element => ({ id, kind: 'link', label, href });

export const goodLanding: Content = text(
  `Fewer no-shows for physiotherapists

Pingel reminds your patients a day before their appointment. In 2025 the 41 practices that use it measured 38 % fewer missed appointments than in 2024.

Try it free for 30 days

No card needed. It takes 10 minutes to set up, and you can cancel any time in Settings.

What your patients see

They get a text message with day, time and address. They answer 1 to come, or 2 to move the appointment. You see the answer in your calendar.

What it costs

€19 a month for each practice, VAT included. For example, a practice of four pays €19, not four times as much. You can end the contract at the end of each month, and we refund what was paid ahead within 14 days.

What it does not do

It does not write e-mails and does not work with paper calendars. If you need a full practice system, another product fits better.

“I stopped calling people in the evening,” says Dr. Lena Krüger, owner of a practice in Kassel, in an interview of March 2025.

Questions? Call Jonas Weber on +49 561 555 0123, Monday to Friday from 9 to 17, or write to help@pingel.example. We answer within one working day.

Pingel GmbH, Lange Straße 3, 34117 Kassel. Imprint. Privacy.`,
  {
    input_type: 'site',
    title: 'Fewer no-shows for physiotherapists',
    language: 'en',
    elements: [
      { id: 'h1-1', kind: 'heading', level: 1, label: 'Fewer no-shows for physiotherapists' },
      { id: 'button-1', kind: 'button', label: 'Try it free for 30 days' },
      { id: 'h2-1', kind: 'heading', level: 2, label: 'What your patients see' },
      { id: 'image-1', kind: 'image', label: 'A text message that reminds of an appointment on Tuesday' },
      { id: 'h2-2', kind: 'heading', level: 2, label: 'What it costs' },
      { id: 'h2-3', kind: 'heading', level: 2, label: 'What it does not do' },
      link('link-1', 'Imprint', '/imprint'),
      link('link-2', 'Privacy', '/privacy'),
    ],
  },
);

export const badLanding: Content = text(
  `WELCOME TO THE FUTURE!!!

We are the world-class leading provider of innovative, cutting-edge next-generation solutions, passionate about empowering businesses of all sizes in order to leverage seamless synergies across their entire ecosystem, which is why it should be noted that our robust and holistic platform was designed to be utilized by everyone, everywhere, always.

Our revolutionary solution is the best. It is proven to boost everything. We guarantee 100% satisfaction!! Hurry, only 3 left!

Click here

Our experts are delighted to transform your your business. We are number one. We have won many awards and are trusted by thousands. It is recommended that contact is made as soon as possible.

Lorem ipsum dolor sit amet, consectetur adipiscing elit.

Submit`,
  {
    input_type: 'site',
    title: 'Home',
    elements: [
      { id: 'h1-1', kind: 'heading', level: 1, label: 'WELCOME TO THE FUTURE!!!' },
      { id: 'h5-1', kind: 'heading', level: 5, label: 'Solutions' },
      link('link-1', 'Click here', '/a'),
      link('link-2', 'Click here', '/b'),
      link('link-3', '', '/c'),
      { id: 'image-1', kind: 'image', label: '' },
      { id: 'image-2', kind: 'image', label: 'IMG_0231.jpg' },
      { id: 'button-1', kind: 'button', label: 'Submit' },
      { id: 'field-1', kind: 'field', label: 'Phone' },
      { id: 'field-2', kind: 'field', label: '' },
    ],
  },
);

export const readme: Content = text(
  `# tally

Adds up a column of a CSV file, for people who live in a terminal.

## Install

You need Node 20 or later.

\`\`\`
npm install -g tally
\`\`\`

## Use

1. Open the folder of your file.
2. Run the command below. You should see one line per group.

\`\`\`
$ tally sum orders.csv --by country
DE 1204
FR 311
\`\`\`

If a row cannot be read, tally stops with error code E12 and names the line. Check the quotes in that line, or skip it with \`--lenient\`.

See the [reference](https://tally.example/reference) and the [changelog](CHANGELOG.md). Report bugs in the [issues](https://tally.example/issues). Licence: MIT.`,
  { input_type: 'document', title: 'tally' },
);

export const german: Content = text(
  `Öffnungszeiten der Bücherei

Ab dem 1. März 2026 öffnen wir auch am Samstag, von 10 bis 14 Uhr. Sie können Bücher weiterhin rund um die Uhr am Automaten zurückgeben. Die Ausweise werden nicht neu ausgestellt.

Wenn Sie Fragen haben, rufen Sie Frau Özdemir an: 0441 555 0192. Wir antworten innerhalb von zwei Tagen. Im Rahmen der Umstellung wird die Website am Montag für eine Stunde abgeschaltet, weil der Server getauscht wird.`,
  { language: 'de', title: 'Öffnungszeiten der Bücherei' },
);

export const french: Content = text(
  `La bibliothèque ouvre aussi le samedi. Vous pouvez rendre vos livres avec votre carte dans la boîte qui se trouve devant la porte. Les horaires sont affichés dans le hall, et nous sommes joignables par téléphone pour toutes les questions que vous avez.`,
);

export const conversation: Content = text(
  `[00:00] Ada: Welcome. How did you learn that the pump was broken?

[00:12] Ben: The water was brown. We had 14 calls in one hour, you know, and nobody looked at the meter.

[00:40] Ada: Why did nobody look?

[00:52] Ben: Because the meter hangs in the cellar. We moved it. Since then we see a broken pump within a minute.

[01:20] Ada: So: hang the meter where people walk. Thank you, Ben.`,
  { input_type: 'audio', title: 'The brown water' },
);

export const picture = (more: Partial<Content['pictures'][number]>): Content =>
  text('', {
    input_type: 'image',
    title: 'Screenshot',
    elements: [{ id: 'image-1', kind: 'image', label: '' }],
    pictures: [
      {
        element: 'image-1',
        key: 'k',
        type: 'image/png',
        width: 1280,
        height: 800,
        contrast: 12,
        background_share: 0.7,
        colours: 9,
        edges: 0.05,
        ...more,
      },
    ],
  });

export const note: Content = text(
  `Page:
Basket
/basket

Text of the element:
Pay now

HTML of the element:
<button class="pay">Pay now</button>

Styles of the element:
color: rgb(170, 170, 170);
background-color: rgb(255, 255, 255);
font-size: 11px;`,
  {
    input_type: 'site',
    title: 'Basket',
    url: 'https://shop.example/basket',
    elements: [{ id: '#pay', kind: 'button', label: 'Pay now' }],
    comment: 'I cannot read this button, the contrast is far too low.',
  },
);

export const samples: Readonly<Record<string, Content>> = {
  goodLanding,
  badLanding,
  readme,
  german,
  french,
  conversation,
  picture: picture({}),
  note,
  empty: text(''),
};
