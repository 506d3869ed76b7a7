import { describe, expect, test } from '@jest/globals';
import { marked, type Token } from 'marked';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { type Caller, call, newWorkspace, table, type Workspace } from '../driver.ts';
import { until } from '../workers/until.ts';
import { type Seeding, seedPersona, seedReview, seedSize } from './seed.ts';
import { seedConcluded } from './seed-concluded.ts';

const markdown = (as: Caller, id: string) => call('GET', `/api/reviews/${id}/markdown`, { as });

const reportOf = async (seeding: Seeding) => {
  const ws = await newWorkspace();
  const seeded = await seedReview(ws.id, seeding);
  const { status, text } = await markdown(ws.owner, seeded.id);
  expect(status).toBe(200);
  return { ws, text, ...seeded };
};

/** All tokens that a reader of GitHub's Markdown sees, flat. */
const tokensOf = (text: string): Token[] => {
  const found: Token[] = [];
  marked.walkTokens(marked.lexer(text, { gfm: true }), (token) => {
    found.push(token);
  });
  return found;
};

const headings = (text: string) => [...text.matchAll(/^#+ .*$/gm)].map(([line]) => line);

/** The rendered report. */
const shown = (text: string): string =>
  tokensOf(text)
    .filter(({ type }) => type === 'text' || type === 'escape')
    .map((token) => ('text' in token && !('tokens' in token && token.tokens) ? token.text : ''))
    .join('');

describe('200', () => {
  test('a report opens with what to fix and what works, then the score, the panel, and everything else', async () => {
    const ws = await newWorkspace();
    const { id, findings } = await seedReview(ws.id, {
      personas: [
        seedPersona(newId(), ['Clarity', 'Trust'], { name: 'Ada' }),
        seedPersona(newId(), ['Tone'], { name: 'Bo' }),
      ],
      samples: (persona, dimension) => (persona === 1 ? [5, 5, 4] : dimension === 0 ? [1, 2, 1] : [4, 4, 4]),
    });
    const { status, headers, text } = await markdown(ws.owner, id);
    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(headings(text)).toEqual([
      '# Shop',
      '## Fix these first',
      '### 1. Clarity, blocks the goal (Ada)',
      '## What works',
      expect.stringMatching(/^## Score: \d\.\d of 5, on the panel's scale$/),
      '## The panel',
      '## Everything else',
      '## What was reviewed',
      '## What needs a person',
      '## All findings',
    ]);
    for (const { id: finding } of findings) expect(text).toContain(`| ${finding} |`);
    expect(text).toContain('> Our shop sells lamps.');
    expect(text).toContain('**These answers are not from an AI.**');
    expect(text).toContain('Not calibrated');
  });

  test('a report says nothing twice', async () => {
    const { text } = await reportOf({ samples: () => [2, 2, 2] });
    // Each of two dimensions once, though both personas say it.
    expect(text.match(/^> Our shop sells lamps\.$/gm)).toHaveLength(2);
    expect(text.match(/^### .*\(Reader\)$/gm)).toHaveLength(2);
    // The summary of both personas.
    expect(text.match(/It is clear\./g)).toHaveLength(1);
  });

  test('no finding claims to be useful before ratings have shown that it can be known', async () => {
    const ws = await newWorkspace();
    const personas = [
      seedPersona(newId(), ['Clarity', 'Trust'], { name: 'Ada' }),
      seedPersona(newId(), ['Tone', 'Order', 'Proof']),
    ];
    const { id, findings } = await seedReview(ws.id, {
      personas,
      samples: (_, dimension) => [2 + dimension],
      judge: { model: 'report-1', prompt: newId() },
    });
    expect((await markdown(ws.owner, id)).text).not.toMatch(/useful with|\| \d+ % \|/);
    for (const finding of findings) {
      const path = `/api/reviews/${id}/feedback/${finding.id}/rate`;
      expect((await call('POST', path, { as: ws.owner, body: { rating: 5 } })).status).toBe(200);
    }
    const told = async () => {
      const { text } = await markdown(ws.owner, id);
      return text.includes('Learning from 5 ratings') && text;
    };
    const text = await until(told, 'the refit');
    expect(text).toContain('| Ada | Clarity, serious | – | 5.0 by 1 |');
    expect(text).not.toContain('useful with');
  });

  test('a fault without a place is listed below, not among those to fix first', async () => {
    const ws = await newWorkspace();
    const { id, findings } = await seedReview(ws.id, {
      personas: [seedPersona(newId(), ['Clarity', 'Trust'], { name: 'Ada' })],
      samples: (_, dimension) => [1 + dimension],
    });
    const bare = { ...findings[0]!, evidence: [], comment: 'Nothing was read of it.' };
    const named = { ...findings[1]!, evidence: [{ quote: null, element: 'link-12', region: null, grounded: true }] };
    for (const one of [bare, named]) await table().put({ ...keys.finding(ws.id, id, one.id), ...one });
    const { text } = await markdown(ws.owner, id);
    expect(headings(text)).toContain('### 1. Trust, serious (Ada)');
    expect(headings(text)).not.toContainEqual(expect.stringMatching(/^### \d\. Clarity/));
    expect(text).toContain('> At link 12');
    expect(text).toContain(
      '#### Clarity, blocks the goal\n\n*It quotes nothing and names no element.*\n\nNothing was read of it.',
    );
    expect(text).toContain('**1 of 2 findings has no evidence in the content**: the score says little.');
  });

  test('the report of a running review tells its progress, shows what there is, and gives no score', async () => {
    const { text } = await reportOf({ status: 'running' });
    expect(text).toContain('Still running: 1 of 2 personas has ended.');
    expect(headings(text)).not.toContainEqual(expect.stringContaining('Score'));
    expect(headings(text)).not.toContain('## Fix these first');
    expect(headings(text)).toContain('## Everything else');
    expect(text).toMatch(/\| – \| – \| – \| waits \|/);
  });

  test('a persona that failed stands in the panel with why, and the rest is told', async () => {
    const { text } = await reportOf({ status: 'partial' });
    expect(text).toContain('1 of 2 personas failed; the others answered.');
    expect(text).toMatch(/\| – \| – \| – \| failed: The model gave no usable answer\. \|/);
    expect(text).toContain('Personas that failed do not count in it.');
  });

  test('what could not be read is told in the words of the review', async () => {
    const { text } = await reportOf({
      status: 'failed',
      more: { error: 'This PDF holds pictures only. Send a PDF with text, or its pages as images.', facts: null },
    });
    expect(text).toContain('It could not be read.\n\nThis PDF holds pictures only. Send a PDF with text');
    expect(headings(text)).toEqual(['# Shop', '## The panel', '## What was reviewed']);
  });

  test('whether an AI answered, and which, is told', async () => {
    const judge = { model: 'bedrock:some.model-v1', prompt: 'seeded' };
    const { text } = await reportOf({ judge, more: { ai_live: true } });
    expect(text).toContain('An AI answered (bedrock:some.model-v1). It can be wrong; quotations were checked');
    expect(text).not.toContain('not from an AI');
  });

  test('what was cut and what is to be known of the reading stands with what was reviewed', async () => {
    const cut = { kept: 79_990, of: 150_200 };
    const notes = ['The page draws its text with scripts; little of it was read.'];
    const { text } = await reportOf({
      more: { facts: seedSize({ title: 'Lamps', cut, notes }) },
    });
    expect(text).toContain('**Cut:** only the first 79,990 of 150,200 characters were judged.');
    expect(text).toContain('**Note:** The page draws its text with scripts; little of it was read.');
    expect(text).toContain('- Its own title: Lamps');
  });

  test('a GUEST reads it where the site is granted, and the answer is the same at every read', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const { id } = await seedReview(ws.id, { site: site.id });
    const granted = await ws.guest([site.id]);
    const first = await markdown(granted, id);
    expect([first.status, (await markdown(granted, id)).text]).toEqual([200, first.text]);
    expect((await markdown(await ws.guest(), id)).status).toBe(404);
  });
});

describe('text by others', () => {
  const EVIL = [
    '[click](javascript:alert(1)) ![x](https://evil.example/p.png) <img src=x onerror=alert(1)>',
    'https://evil.example/a www.evil.example me@evil.example <https://evil.example> &lt;b&gt; **bold** _it_ ~~no~~ `code`',
    '[ref]: https://evil.example\n[ref]\n[^1]: note',
    'head\n====\nhead\n---\n# head\n## What to fix first\n- item\n+ item\n1. item\n2) item\n> quote\n* * *',
    '```\nfence\n~~~\n    code\n\tcode\n|a|b|\n|-|-|\n|c|d|',
    '<script>alert(1)</script>\n<!-- out -->\n</details>\n<svg/onload=alert(1)>\n<?x ?>\n<![CDATA[x]]>',
    '| x | y |\\| z \\\\| a\\',
    'a\u2028# head\u2029- item\r# head\u0085> q\u202eright to left\u200bzero\u{e0041}',
    '$x$ \\[ \\( \\`',
  ];
  const ALLOWED = new Set([
    'space',
    'heading',
    'paragraph',
    'text',
    'escape',
    'strong',
    'em',
    'blockquote',
    'list',
    'list_item',
    'table',
    'br',
  ]);

  test.each(EVIL)('%j makes no link, picture, code or HTML, and no part of the report, in any field', async (evil) => {
    const at = (name: string) => `${name} ${evil}\n${evil}`;
    const panel = (word: (name: string) => string) =>
      [0, 1].map(() =>
        seedPersona(newId(), [word('quoting'), word('pointing'), word('bare')], {
          name: word('name'),
          title: word('title'),
        }),
      );
    const seed = async (evilly: boolean) => {
      const word = (name: string) => (evilly ? at(name) : name);
      const ws = await newWorkspace();
      const seeded = await seedReview(ws.id, {
        personas: panel(word),
        samples: () => [2, 2, 2],
        status: 'partial',
        more: {
          title: word('of the review'),
          url: `https://x.example/${evilly ? `?)[a](b)<i>\`${evil}` : ''}`,
          error: word('error'),
          facts: seedSize({ title: word('own'), notes: [word('note')] }),
        },
      });
      for (const [index, finding] of seeded.findings.entries()) {
        await table().put({
          ...keys.finding(ws.id, seeded.id, finding.id),
          ...finding,
          comment: word(`comment ${index}`),
          evidence: [
            { quote: word('quote'), element: null, region: null, grounded: true },
            { quote: null, element: word('element'), region: null, grounded: true },
          ].slice(index, index + 1),
          fix: { before: word('before'), after: word('after'), effort: null },
        });
      }
      for (const run of seeded.runs) {
        const texts = run.state === 'failed' ? { error: word('why') } : { summary: word('summary') };
        await table().put({ ...keys.reviewRun(ws.id, seeded.id, run.persona_id), ...run, ...texts });
      }
      return (await markdown(ws.owner, seeded.id)).text;
    };
    const [hostile, harmless] = [await seed(true), await seed(false)];
    const kinds = tokensOf(hostile).map(({ type }) => type);
    // The address that was reviewed, and how a finding is rated.
    expect(kinds.filter((kind) => !ALLOWED.has(kind))).toEqual(['codespan', 'codespan', 'codespan']);
    const outline = (text: string) =>
      tokensOf(text)
        .filter(({ type }) => ['heading', 'blockquote', 'list', 'list_item', 'table'].includes(type))
        .map((token) => [token.type, 'depth' in token ? token.depth : 0]);
    expect(outline(hostile)).toEqual(outline(harmless));
    expect(hostile).not.toMatch(/[\u202e\u200b\u2028\u2029\u0085\u{e0041}]/u);
  });

  test('texts by others appear as they were written', async () => {
    const title = '50 % off_all | <b>“lamps”</b> [now] *really* `x` $5 & more: a@b.example #1';
    const { text } = await reportOf({ more: { title } });
    expect(shown(text)).toContain(title);
  });
});

describe('404', () => {
  test('a review of another workspace, a random id and a malformed id look alike', async () => {
    const [ws, other] = [await newWorkspace(), await newWorkspace()];
    const { id } = await seedReview(other.id);
    const bodies = await Promise.all(
      [id, newId(), 'no-id'].map(async (wanted) => {
        const { status, body } = await markdown(ws.owner, wanted);
        return [status, body.detail];
      }),
    );
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]![0]).toBe(404);
  });
});

describe('the language of the report', () => {
  const markdownIn = async (language: string, ws: Workspace, id: string) =>
    call('GET', `/api/reviews/${id}/markdown?language=${language}`, { as: ws.owner });

  test('is German if asked for, while findings stay as they were written', async () => {
    const ws = await newWorkspace();
    const { id } = await seedConcluded(ws.id);
    const [english, german] = [(await markdownIn('en', ws, id)).text, (await markdownIn('de', ws, id)).text];
    const { text } = await call('GET', `/api/reviews/${id}/markdown`, { as: ws.owner });
    expect(english).toBe(text);
    const headings = (report: string) => report.match(/^## .*$/gm) ?? [];
    expect(headings(german)).toEqual([
      '## Urteil',
      '## Das zuerst',
      '## Was gelingt',
      '## Uneinigkeit',
      expect.stringMatching(/^## Wertung: \d\.\d von 5, auf der Skala des Gremiums$/),
      '## Das Gremium',
      '## Nicht bewertet',
      '## Alles Weitere',
      '## Geprüfter Inhalt',
      '## Von Menschen zu prüfen',
      '## Alle Befunde',
    ]);
    expect(headings(english)).toHaveLength(headings(german).length);
    for (const words of [
      '**Nachher (kleiner Aufwand):** Desk lamps',
      'Nicht kalibriert: ',
      'verhindert das Ziel',
      'kein Bild',
      '- Ziel: Sell',
    ]) {
      expect(german).toContain(words);
    }
    expect(german).not.toMatch(/\b(?:personas have|Before|effort|answers|An AI|Requested|inferred|minor)\b/);
    const numbered = (report: string) => report.match(/^> .*$/gm);
    expect(numbered(german)).toEqual(numbered(english));
  });

  test('is German for the service’s own failures, too, and English for those with an unknown code', async () => {
    const ws = await newWorkspace();
    const textOf = async (error: string, error_codes: { code: string; values?: { max: number } }[]) => {
      const failure = { error, error_codes };
      const { id, runs } = await seedReview(ws.id, { status: 'partial', more: failure });
      await table().transact([{ update: keys.reviewRun(ws.id, id, runs[0]!.persona_id), set: failure }]);
      return (await markdownIn('de', ws, id)).text;
    };
    const coded = await textOf('The file is over 9 MB. Upload a smaller one. The model didn’t answer in time.', [
      { code: 'upload_too_large', values: { max: 9 } },
      { code: 'model_timeout' },
    ]);
    const german =
      'Diese Datei hat mehr als 9 MB. Laden Sie eine kleinere hoch. Das Modell antwortete nicht rechtzeitig.';
    expect(coded.split(german)).toHaveLength(3);
    expect(coded).not.toContain('in time');
    expect(await textOf('It is broken.', [{ code: 'model_timeout' }, { code: 'long_gone' }])).toContain(
      'It is broken.',
    );
  });

  test('agrees with a count of one', async () => {
    const ws = await newWorkspace();
    const personas = [seedPersona(newId(), ['Clarity', 'Trust', 'Tone', 'Price'])];
    const four = await seedReview(ws.id, { personas, more: { facts: seedSize({ pictures: ['kept/one.png'] }) } });
    await table().transact([{ update: keys.finding(ws.id, four.id, four.findings[0]!.id), set: { evidence: [] } }]);
    const one = await seedReview(ws.id, { personas: [seedPersona(newId(), ['Clarity'])] });
    const partial = await seedReview(ws.id, { status: 'partial' });
    const textIn = async (language: string, { id }: { id: string }) => (await markdownIn(language, ws, id)).text;
    expect(await textIn('en', four)).toContain('**1 of 4 findings has no evidence in the content**');
    expect(await textIn('de', four)).toContain('**1 von 4 Befunden hat keinen Beleg im Inhalt**');
    expect(await textIn('de', four)).toContain('- 1 Bild gehörte dazu.');
    expect(await textIn('en', one)).toContain('with the finding. Rate it (1 to 5)');
    expect(await textIn('de', one)).toContain('dem Befund zustimmen würden. Bewerten Sie ihn (1 bis 5)');
    expect(await textIn('de', partial)).toContain('1 von 2 Personas ist ausgefallen;');
  });

  test('is one of two', async () => {
    const ws = await newWorkspace();
    const { id } = await seedConcluded(ws.id);
    expect((await markdownIn('fr', ws, id)).status).toBe(422);
  });
});
