import { counted } from '../../reviews/report/in-words.ts';
import { cleanLine } from './clean-text.ts';
import { Flow } from './flow.ts';
import { FontBook } from './font-book.ts';
import { type Entry, type Front, frontPages, runningLines } from './front-pages.ts';
import { anchorOf, type Note, titleOf, writeNote } from './note-block.ts';
import { writePdf } from './pdf-document.ts';

export class AnnotationDocument {
  readonly #book = new FontBook();
  readonly #flow = new Flow(this.#book);
  readonly #entries: Entry[] = [];

  add(note: Note): void {
    writeNote(this.#flow, note);
    const { row } = note.thread;
    const anchor = anchorOf(note);
    const { sheets } = this.#flow;
    const sheet = sheets.findLastIndex(({ marks }) => marks.some(({ name }) => name === anchor));
    const excerpt = cleanLine(row.excerpt);
    this.#entries.push({ number: note.number, status: row.status, title: titleOf(note), excerpt, anchor, sheet });
  }

  async bind(front: Front): Promise<Buffer> {
    const book = this.#book;
    const site = { name: cleanLine(front.site.name), url: cleanLine(front.site.url) };
    const { missing } = book;
    const unknown = `${counted(missing.size, 'character')} that no font of this document has: each is shown as a box with its Unicode number.`;
    const told = { ...front, site, remarks: [...front.remarks, ...(missing.size > 0 ? [unknown] : [])] };
    const sheets = [...frontPages(book, told, this.#entries), ...this.#flow.sheets];
    runningLines(book, sheets, told);
    return writePdf(book, sheets, `Annotations of ${site.name}`, front.madeAt);
  }
}
