import { beforeAll, describe, expect, test } from '@jest/globals';
import { fileUrl, readSignedFile, signFile } from '../../functions/files/signed-url.ts';
import { MINUTE, now } from '../../functions/kit/clock.ts';
import { keys, objects } from '../../functions/kit/table/keys.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { png } from '../resolutions/images.ts';
import { evidencePath, upload } from '../resolutions/upload.ts';

let ws: Workspace;

beforeAll(async () => {
  ws = await newWorkspace();
});

/** A kept image on a note of a separate site. */
const kept = async () => {
  const site = await ws.site();
  const { id } = await ws.note(site);
  const after_key = await upload(ws.owner, id, 'after', png());
  const { body } = await call('POST', evidencePath(id), { as: ws.owner, body: { after_key } });
  return { site, annotation: id, path: new URL(body.after_url).pathname };
};

describe('a signed file URL', () => {
  test('redirects to the object for five minutes, and only the browser may cache it for one', async () => {
    const { path } = await kept();
    const answer = await call('GET', path);
    expect(answer.status).toBe(302);
    expect(answer.headers['cache-control']).toBe('private, max-age=60');
    expect((await fetch(answer.headers.location ?? '')).status).toBe(200);
  });

  test('is one path segment, bound to its object and its time', () => {
    const url = fileUrl('kept/a/b/c/d.png');
    expect(new URL(url).pathname).toMatch(/^\/files\/[\w.-]+$/);
    expect(readSignedFile(signFile('kept/a/b/c/d.png', now() + 1000))).toBe('kept/a/b/c/d.png');
    expect(readSignedFile(signFile('kept/a/b/c/d.png', now() - 1000))).toBeUndefined();
  });

  test('answers the same if it is forged, expired, foreign or gone', async () => {
    const { path, annotation, site } = await kept();
    const folder = objects.annotationFolder(ws.id, site.id, annotation);
    const key = `${folder}x.png`;
    const signed = path.slice('/files/'.length);
    const [id, expires, , tag] = signed.split('.');
    const other = Buffer.from(`${folder}y.png`).toString('base64url');
    const forged = [
      signFile(key, now() - MINUTE),
      [id, expires, other, tag].join('.'),
      `${signed}x`,
      signed.slice(0, -1),
      signed.replace(/^k\d+/, 'k99'),
      signFile('incoming/a/b/c/d', now() + MINUTE),
      signFile(`${objects.annotationFolder(ws.id, site.id, ws.id)}x.png`, now() + MINUTE),
      'x',
      '%00',
    ];
    const answers = await Promise.all(forged.map((one) => call('GET', `/files/${one}`)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  test('fails with any bit flipped', () => {
    const signed = signFile('kept/a/b/c/d.png', now() + MINUTE);
    for (let at = 0; at < signed.length; at += 1) {
      for (let bit = 0; bit < 7; bit += 1) {
        const code = String.fromCharCode(signed.charCodeAt(at) ^ (1 << bit));
        expect(readSignedFile(signed.slice(0, at) + code + signed.slice(at + 1))).toBeUndefined();
      }
    }
  });

  test('stops working at once when its annotation is deleted', async () => {
    const { path, annotation } = await kept();
    await call('DELETE', `/api/widget/annotations/${annotation}`, { as: ws.owner });
    expect((await call('GET', path)).status).toBe(404);
  });

  test('stops working at once when its site is deleted', async () => {
    const { path, site } = await kept();
    await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner });
    expect((await call('GET', path)).status).toBe(404);
  });

  test('stops working while its workspace is deleted, and works again when it is restored', async () => {
    const { path } = await kept();
    await table().transact([{ update: keys.workspace(ws.id), set: { deleted_at: now() } }]);
    expect((await call('GET', path)).status).toBe(404);
    await table().transact([{ update: keys.workspace(ws.id), remove: ['deleted_at'] }]);
    expect((await call('GET', path)).status).toBe(302);
  });
});
