import type { Visitor } from '../../functions/annotations/visitor.ts';
import { now } from '../../functions/kit/clock.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { packJson } from '../../functions/kit/packed.ts';
import { keys, objects } from '../../functions/kit/table/keys.ts';
import { seedAnnotations } from '../annotations/seed.ts';
import { table } from '../driver.ts';

export interface Seeded {
  body?: string;
  name?: string;
  page_url?: string;
  row?: Record<string, unknown>;
  visitor?: Visitor;
  replies?: { author: 'owner' | 'agent' | 'stakeholder'; author_name: string; body: string; resolution_id?: string }[];
  resolutions?: { explanation?: string; diff_url?: string; before_key?: string; after_key?: string }[];
  /** Put into the bucket and named in the context; null names one that is not there. */
  thumbnail?: { bytes: Uint8Array; type: string } | null;
  /** Of an object that exists already. */
  thumbnail_key?: string;
  screenshot?: { bytes: Uint8Array; type: string };
}

const AT_ONCE = 20;

/** As the service marks the row of a note with more than its text. */
const marksOf = ({ replies, resolutions, visitor, thumbnail, thumbnail_key, screenshot }: Seeded = {}) => ({
  ...((replies || resolutions) && { updated_at: now() + 1 }),
  ...((visitor || thumbnail !== undefined || thumbnail_key) && { has_more: true }),
  ...(screenshot && { has_screenshot: true }),
});

/** Puts whole annotations in place, oldest first, as the widget, agents and members would have written them. */
export const seedNotes = async (ws: string, site_id: string, notes: readonly Seeded[]): Promise<string[]> => {
  const ids = await seedAnnotations(ws, site_id, notes.length, (index) => ({
    excerpt: (notes[index]?.body ?? '').slice(0, 300),
    page_url: notes[index]?.page_url ?? 'https://shop.example.com/',
    submitter: { kind: 'anonymous', name: (notes[index]?.name ?? '').slice(0, 40), has_email: false },
    ...marksOf(notes[index]),
    ...notes[index]?.row,
  }));
  const storage = openStorage();
  const write = async (note: Seeded, index: number) => {
    const id = ids[index]!;
    const keep = async (file: Seeded['thumbnail']) => {
      if (file === undefined) return null;
      const key = `${objects.annotationFolder(ws, site_id, id)}${newId()}`;
      if (file) await storage.keep(key, file.bytes, file.type);
      return key;
    };
    const [thumbnail_key, screenshot_key] = await Promise.all([keep(note.thumbnail), keep(note.screenshot)]);
    const page = { url: note.page_url ?? 'https://shop.example.com/' };
    await table().put({
      ...keys.context(ws, id),
      body: note.body ?? '',
      name: note.name ?? '',
      email: null,
      captured: packJson({ page, anchor: { kind: 'page' } }),
      screenshot_key,
      thumbnail_key: note.thumbnail_key ?? thumbnail_key,
      ...(note.visitor && { visitor: note.visitor }),
    });
    for (const reply of note.replies ?? []) {
      const reply_id = newId();
      const row = { id: reply_id, annotation_id: id, created_at: now(), ...reply };
      await table().put({ ...keys.reply(ws, id, reply_id), ...row });
    }
    for (const resolution of note.resolutions ?? []) {
      const resolution_id = newId();
      await table().put({
        ...keys.resolution(ws, id, resolution_id),
        id: resolution_id,
        annotation_id: id,
        site_id,
        actor_id: newId(),
        actor_kind: 'agent',
        before_key: null,
        after_key: null,
        diff_url: null,
        explanation: null,
        notification_status: 'sent',
        created_at: now(),
        notified_at: null,
        ...resolution,
      });
    }
  };
  for (let start = 0; start < notes.length; start += AT_ONCE) {
    await Promise.all(notes.slice(start, start + AT_ONCE).map((note, index) => write(note, start + index)));
  }
  return ids;
};
