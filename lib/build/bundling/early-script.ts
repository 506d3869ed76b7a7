import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

/** Holds the exports of the early script, for other files. */
const SHARED = 'globalThis.sidenoteEarly';
const EXPORTS = /export\s*\{([^{}]+)\};?\s*$/;
const RELATIVE_IMPORT = /\bimport\(`\.\//g;
const ENTRY = /<script type="module" crossorigin src="([^"]+)\.js"><\/script>/;

type Export = readonly [local: string, exported: string];

/** Whichever of the page and the file runs second does nothing. */
const guarded = (body: string, names: readonly Export[]) =>
  `if(!${SHARED}){${body};${SHARED}={${names.map(([local, exported]) => `${exported}:${local}`)}}}`;

const standIn = (names: readonly Export[]) => {
  const taken = names.map(([, exported], index) => `${exported}:e${index}`);
  return `const{${taken}}=${SHARED};export{${names.map(([, exported], index) => `e${index} as ${exported}`)}};`;
};

const starter = (entry: string, file: string) =>
  `const open=()=>import("${entry}");${SHARED}?open():import("${file}").then(open);`;

/** Files are cached forever under the hashes of their code, so those must cover these texts, too. */
export const earlyHash: Rolldown.Plugin = {
  name: 'early-hash',
  augmentChunkHash: ({ name }) => (name === 'early' ? [SHARED, guarded, standIn, starter].join() : ''),
};

const parse = (code: string, folder: string) => {
  const [all = '', list = ''] = EXPORTS.exec(code) ?? [];
  const body = code.slice(0, -all.length).replaceAll(RELATIVE_IMPORT, `import(\`${folder}`);
  if (!list || body === code.slice(0, -all.length)) throw new Error('The early script has another form.');
  if (/<\/script|<!--/i.test(body)) throw new Error('The early script would end its element.');
  const names = list.split(',').map((one): Export => {
    const [local = '', exported = local] = one.trim().split(/\s+as\s+/);
    return [local, exported];
  });
  return { body, names };
};

/**
 * Moves the early script into the pages, so that data is requested a round trip sooner. Its file passes its exports on.
 * If the page's policy doesn't allow the script, as for moments of a deploy, the page's starter loads it as a file.
 */
export const inlineEarlyScript = async (
  target: string,
  base: string,
  { fileName, imports }: Rolldown.OutputChunk,
  pages: readonly string[],
): Promise<void> => {
  if (imports.length > 0) throw new Error('The early script imports another file.');
  const path = join(target, fileName);
  const { body, names } = parse(await readFile(path, 'utf8'), `${base}assets/`);
  const script = guarded(body, names);
  const whole = fileName.replace(/\.js$/, '-whole.js');
  await writeFile(join(target, whole), script);
  await writeFile(path, standIn(names));
  for (const name of pages) {
    const page = await readFile(join(target, name), 'utf8');
    const [element = '', entry = ''] = ENTRY.exec(page) ?? [];
    if (!page.includes('</body>') || !element) throw new Error(`${name} has no body or no script.`);
    const start = `${entry}-start.js`;
    await writeFile(join(target, start.slice(base.length)), starter(`${entry}.js`, base + whole));
    const preload = `<link rel="modulepreload" crossorigin href="${entry}.js">`;
    const made = page
      .replace(element, () => `${element.replace(`${entry}.js`, () => start)}\n    ${preload}`)
      // After the root element, because code that it imports may run before the rest of the page is there.
      .replace('</body>', () => `  <script type="module" async>${script}</script>\n  </body>`);
    await writeFile(join(target, name), made);
  }
};
