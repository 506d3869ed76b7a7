import { readFile } from 'node:fs/promises';
import { Marked } from 'marked';
import type { Plugin } from 'vite';

/** As on GitHub, so that a link to a section works in both places. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');

const SERVED =
  /^(?:\.\.\/|guide\/)?(start|install|widget|agents|api|webhooks|reviews|self-hosting|security)\.md(#.*)?$/;

/** Undefined for a file of the repository that isn't served. */
const addressOf = (href: string): string | undefined => {
  if (/^(https?:\/\/|\/|#)/.test(href)) return href;
  const [, page, section = ''] = SERVED.exec(href) ?? [];
  return page && `${page === 'start' ? '/docs' : `/docs/${page}`}${section}`;
};

const toPage = (markdown: string) => {
  const sections: { id: string; text: string }[] = [];
  let title = '';
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        if (depth === 1) {
          title = text;
          return '';
        }
        const id = slugOf(text);
        if (depth === 2) sections.push({ id, text: text.replaceAll('`', '') });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = addressOf(href);
        const text = this.parser.parseInline(tokens);
        return address === undefined ? text : `<a href="${address}">${text}</a>`;
      },
    },
    hooks: {
      // Both may be wider than a phone: a keyboard must be able to scroll them.
      postprocess: (html) =>
        html
          .replaceAll('<pre>', '<pre tabindex="0">')
          .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
          .replaceAll('</table>', '</table></div>'),
    },
  });
  const html = marked.parse(markdown, { async: false });
  if (!title) throw new Error(`A page has no title: ${markdown.slice(0, 100)}`);
  return { title, html, sections };
};

/** A Markdown file as a module with `title`, `html` and `sections`. */
export const markdownPages: Plugin = {
  name: 'markdown-pages',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('.md')) return undefined;
    const page = toPage(await readFile(id, 'utf8'));
    const code = Object.entries(page).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
    return { code: code.join('\n'), moduleType: 'js' };
  },
};
