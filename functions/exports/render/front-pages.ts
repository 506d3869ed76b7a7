import type { Status } from '../../annotations/rows.ts';
import { counted, timeText } from '../../reviews/report/in-words.ts';
import { drawText, Flow, leading } from './flow.ts';
import type { FontBook } from './font-book.ts';
import type { Sheet } from './pdf-document.ts';
import { PAGE } from './pdf-document.ts';
import { INK, QUIET, RULE, STATUS_WORDS } from './words.ts';

const WIDTH = PAGE.width - PAGE.left - PAGE.right;
const ROW = { size: 8.5, height: 14.5 };
const CONTENTS_TOP = PAGE.top + 34;
const FEWEST_LISTED = 4;
const ROWS = Math.floor((PAGE.height - PAGE.bottom - CONTENTS_TOP) / ROW.height);

export interface Front {
  site: { name: string; url: string };
  madeAt: number;
  status: Status | undefined;
  remarks: readonly string[];
}

export interface Entry {
  number: number;
  status: Status;
  title: string;
  excerpt: string;
  anchor: string;
  sheet: number;
}

const countByStatus = (entries: readonly Entry[]) =>
  Object.keys(STATUS_WORDS)
    .map((status) => ({
      ...STATUS_WORDS[status as Status],
      count: entries.filter((entry) => entry.status === status).length,
    }))
    .filter(({ count }) => count > 0);

const statusBar = (flow: Flow, entries: readonly Entry[]): void => {
  const counts = countByStatus(entries);
  const { sheet, book } = flow;
  let x: number = PAGE.left;
  for (const { count, ink } of counts) {
    const width = (WIDTH * count) / entries.length;
    sheet.fill({ x, y: flow.y, width: Math.max(0.5, width - 1), height: 14 }, ink);
    x += width;
  }
  flow.gap(26);
  for (const { name, count, ink } of counts) {
    sheet.fill({ x: PAGE.left, y: flow.y + 3, width: 9, height: 9 }, ink);
    const share = `${((count / entries.length) * 100).toFixed(0)} %`;
    drawText(book, sheet, name, { x: PAGE.left + 18, y: flow.y, width: 140 }, { size: 10, ink: INK });
    const number = { x: PAGE.left + 130, y: flow.y, width: 50 };
    drawText(book, sheet, count.toLocaleString('en'), number, { size: 10, ink: INK, isBold: true }, 'right');
    drawText(book, sheet, share, { x: PAGE.left + 190, y: flow.y, width: 50 }, { size: 10, ink: QUIET }, 'right');
    flow.gap(17);
  }
};

const cover = (flow: Flow, { site, madeAt, status, remarks }: Front, entries: readonly Entry[]): void => {
  flow.newPage();
  flow.sheet.fill({ x: 0, y: 0, width: PAGE.width, height: 8 }, INK);
  flow.gap(70);
  flow.write('Annotations', { size: 11, ink: QUIET, isBold: true });
  flow.gap(4);
  flow.write(site.name, { size: 26, ink: INK, isBold: true, mostLines: 4 });
  flow.gap(2);
  flow.write(site.url, { size: 10.5, ink: QUIET, mostLines: 3 });
  flow.gap(26);
  const rows: [string, string][] = [
    ['Made', timeText(madeAt)],
    ['Shown', status ? `Only “${STATUS_WORDS[status].name}”` : 'Every status'],
    ['Holds', counted(entries.length, 'annotation')],
  ];
  for (const [name, value] of rows) {
    drawText(flow.book, flow.sheet, name, { x: PAGE.left, y: flow.y, width: 60 }, { size: 10, ink: QUIET });
    const right = { x: PAGE.left + 70, y: flow.y, width: WIDTH - 70 };
    drawText(flow.book, flow.sheet, value, right, { size: 10, ink: INK });
    flow.gap(17);
  }
  flow.gap(24);
  if (entries.length > 0) statusBar(flow, entries);
  else {
    flow.write(
      status
        ? 'No annotation of this site has this status. Nothing is missing here.'
        : 'No one has left a note on this site yet. The first one will appear here.',
      { size: 12, ink: INK },
    );
  }
  flow.gap(18);
  for (const remark of remarks) {
    flow.write(remark, { size: 9, ink: QUIET, indent: 12, bar: '#d97706' });
    flow.gap(5);
  }
};

const contents = (book: FontBook, flow: Flow, entries: readonly Entry[], before: number): void => {
  for (const [index, { number, status, title, excerpt, anchor, sheet }] of entries.entries()) {
    if (index % ROWS === 0) {
      flow.newPage();
      const isFirst = index === 0;
      flow.write(isFirst ? 'Contents' : 'Contents, continued', { size: isFirst ? 16 : 10, ink: INK, isBold: true });
      flow.y = CONTENTS_TOP;
    }
    const page = flow.sheet;
    const { y } = flow;
    page.fill({ x: PAGE.left, y: y + 4, width: 5, height: 5 }, STATUS_WORDS[status].ink);
    const quiet = { size: ROW.size, ink: QUIET };
    drawText(book, page, title, { x: PAGE.left + 12, y, width: 92 }, { size: ROW.size, ink: INK, isBold: true });
    drawText(book, page, excerpt, { x: PAGE.left + 110, y, width: WIDTH - 110 - 96 }, { size: ROW.size, ink: INK });
    drawText(book, page, STATUS_WORDS[status].name, { x: PAGE.left + WIDTH - 88, y, width: 54 }, quiet);
    const at = String(before + sheet + 1);
    drawText(book, page, at, { x: PAGE.left + WIDTH - 34, y, width: 34 }, quiet, 'right');
    page.jumps.push({ place: { x: PAGE.left, y, width: WIDTH, height: ROW.height }, to: anchor });
    if (number === 1) page.marks.push({ name: 'contents', y: PAGE.top - 10, title: 'Contents' });
    flow.gap(ROW.height);
  }
};

export const frontPages = (book: FontBook, front: Front, entries: readonly Entry[]): Sheet[] => {
  const flow = new Flow(book);
  cover(flow, front, entries);
  if (entries.length >= FEWEST_LISTED) {
    contents(book, flow, entries, flow.sheets.length + Math.ceil(entries.length / ROWS));
  }
  return flow.sheets;
};

export const runningLines = (book: FontBook, sheets: readonly Sheet[], { site, madeAt }: Front): void => {
  const quiet = { size: 7.5, ink: QUIET };
  for (const [index, sheet] of sheets.entries()) {
    const below = PAGE.height - 40;
    drawText(book, sheet, 'Sidenote', { x: PAGE.left, y: below, width: 100 }, quiet);
    const number = `Page ${index + 1} of ${sheets.length}`;
    drawText(book, sheet, number, { x: PAGE.left, y: below, width: WIDTH }, quiet, 'right');
    if (index === 0) continue;
    drawText(book, sheet, `Annotations of ${site.name}`, { x: PAGE.left, y: 34, width: WIDTH - 120 }, quiet);
    drawText(book, sheet, timeText(madeAt), { x: PAGE.left, y: 34, width: WIDTH }, quiet, 'right');
    sheet.fill({ x: PAGE.left, y: 34 + leading(7.5) + 4, width: WIDTH, height: 0.5 }, RULE);
  }
};
