import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Answer, type Caller, call } from '../driver.ts';

export const exportPath = (site_id: string, status?: string) =>
  `/api/widget/sites/${site_id}/annotations/export.pdf${status === undefined ? '' : `?status=${status}`}`;

/** A PDF as a reader finds it. */
export interface ReadPdf {
  pages: string[];
  /** The lowest line of each page. */
  last: string[];
  text: string;
  /** Addresses that it leads to. */
  links: string[];
  /** Links within it. */
  jumps: number;
  images: number;
  info: Record<string, unknown>;
  outline: string[];
}

export const readPdf = async (bytes: Uint8Array): Promise<ReadPdf> => {
  const child = spawn(process.execPath, [join(__dirname, 'reader.ts')], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(bytes);
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (!said) throw new Error(complaints);
  const found = JSON.parse(said) as Omit<ReadPdf, 'text' | 'images'>;
  const images =
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Subtype \/Image\b/g)?.length ?? 0;
  return { ...found, images, text: found.pages.join('\n').replaceAll('\u200b', '') };
};

/** Without the spaces that a reader puts between separate letters. */
export const lettersOf = (written: string) => written.replace(/\s/g, '');

export const exported = async (as: Caller, site_id: string, status?: string): Promise<Answer & { pdf: ReadPdf }> => {
  const answer = await call('GET', exportPath(site_id, status), { as });
  if (answer.status !== 200) throw new Error(`No export: ${answer.status} ${answer.text}`);
  return { ...answer, pdf: await readPdf(answer.bytes) };
};
