import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { png } from '../../resolutions/images.ts';
import { openPanel, writeAndSend } from '../site.ts';
import { stand } from './stand.ts';

const it = stand();

interface Given {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
const log: Given = { name: 'console.log', mimeType: 'text/plain', buffer: Buffer.from('TypeError') };
const shot: Given = { name: 'second.png', mimeType: 'image/png', buffer: png(40, 30) };

const choose = async (page: Page, ...files: Given[]): Promise<void> =>
  page.locator('.composer input[type=file]').setInputFiles(files);
const listed = async (page: Page, count: number): Promise<string[]> => {
  await page.locator(`.files li:nth-child(${count}):last-child`).waitFor();
  return page.locator('.files bdi').allTextContents();
};
const sentFiles = () => it.service.sent()[0]?.body.files as { key: string; name: string }[];
const bytesOf = ({ key }: { key: string }) => it.service.uploads.get(key)?.bytes.toString('latin1');

/** Drops or pastes one file after another, without waiting in between. False if the widget takes each. */
const give = (page: Page, type: 'drop' | 'paste', ...names: string[]): Promise<boolean> =>
  page.locator('.composer > textarea').evaluate(
    (field, { kind, all }) => {
      const dispatch = (name: string): boolean => {
        const data = new DataTransfer();
        data.items.add(new File(['<p>dropped</p>'], name, { type: 'text/html' }));
        const more = { bubbles: true, cancelable: true, composed: true };
        return field.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { ...more, dataTransfer: data })
            : new ClipboardEvent('paste', { ...more, clipboardData: data }),
        );
      };
      return all.map(dispatch).some(Boolean);
    },
    { kind: type, all: names },
  );

test('under a strict CSP, chosen, dropped and pasted files are sent with a note, without those that were removed', () =>
  it.on('tailwind', async ({ page, complaints }) => {
    await openPanel(page);
    await choose(page, shot, log);
    expect(await listed(page, 2)).toEqual(['second.png', 'console.log']);
    await page.locator('.files canvas').waitFor();
    expect(await give(page, 'drop', 'dropped.html')).toBe(false);
    await listed(page, 3);
    expect(await give(page, 'paste', 'pasted.html')).toBe(false);
    await listed(page, 4);
    await page.getByRole('button', { name: 'Remove console.log' }).click();
    expect(await listed(page, 3)).toEqual(['second.png', 'dropped.html', 'pasted.html']);
    expect(it.service.uploads.size).toBe(0);

    expect(await writeAndSend(page, 'See the files')).toBe('Sent. Thank you!');
    expect(sentFiles().map(({ name }) => name)).toEqual(['second.png', 'dropped.html', 'pasted.html']);
    expect(sentFiles().map(bytesOf)).toEqual([shot.buffer.toString('latin1'), '<p>dropped</p>', '<p>dropped</p>']);
    expect(complaints).toEqual([]);
  }));

test('removing the only file by keyboard leaves the focus on the button that adds files', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await choose(page, log);
    await listed(page, 1);
    await page.getByRole('button', { name: 'Remove console.log' }).press('Enter');
    await page.locator('.composer input[type=file]:focus').waitFor();
  }));

test('text that is pasted with a picture of it, as office programs copy it, stays text', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    const isLeft = await page.locator('.composer > textarea').evaluate((field) => {
      const data = new DataTransfer();
      data.setData('text/plain', 'A1\tB1');
      data.setData('text/html', '<table><tr><td>A1<td>B1</table>');
      data.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
      const more = { bubbles: true, cancelable: true, composed: true };
      return field.dispatchEvent(new ClipboardEvent('paste', { ...more, clipboardData: data }));
    });
    expect(isLeft).toBe(true);
    expect(await page.locator('.files li, .files bdi').count()).toBe(0);
  }));

test('a copied file that is pasted with its name is attached', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    const isLeft = await page.locator('.composer > textarea').evaluate((field) => {
      const data = new DataTransfer();
      data.setData('text/plain', 'report.txt');
      data.items.add(new File(['x'], 'report.txt', { type: 'text/plain' }));
      const more = { bubbles: true, cancelable: true, composed: true };
      return field.dispatchEvent(new ClipboardEvent('paste', { ...more, clipboardData: data }));
    });
    expect(isLeft).toBe(false);
    expect(await listed(page, 1)).toEqual(['report.txt']);
  }));

test('a file of several megabytes has the time that a slow connection takes', () =>
  it.on('tailwind', async ({ page }) => {
    await page.evaluate(() => {
      const real = AbortSignal.timeout;
      AbortSignal.timeout = (ms) => real.call(AbortSignal, ms / 20);
    });
    // A minute at that pace.
    await page.route(`${it.service.bucket}/**`, async (route) => {
      await page.waitForTimeout(3000);
      await route.continue();
    });
    await openPanel(page);
    await choose(page, { ...log, buffer: Buffer.alloc(8e6, 'a') });
    await listed(page, 1);
    expect(await writeAndSend(page, 'On a train')).toBe('Sent. Thank you!');
  }));

test('a note sent right after files are attached waits for all of them and leaves none to the next note', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await page.locator('.composer > textarea').fill('At once');
    await page.route(`${it.service.base}/widget/files.*`, async (route) => {
      await page.waitForTimeout(500);
      await route.continue();
    });
    await give(page, 'drop', 'first.html', 'second.html');
    await page.locator('.composer > textarea').press('Control+Enter');
    await page.locator('.composer > textarea').press('Control+Enter');
    await page.locator('.done strong', { hasText: 'Sent. Thank you!' }).waitFor();
    expect(sentFiles().map(({ name }) => name)).toEqual(['first.html', 'second.html']);
    expect(it.service.sent()).toHaveLength(1);
    expect(await writeAndSend(page, 'Another note')).toBe('Sent. Thank you!');
    expect(it.service.sent()[1]?.body).not.toHaveProperty('files');
  }));

test('files attached in quick succession are all listed', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await give(page, 'drop', 'first.html', 'second.html', 'third.html');
    expect(await listed(page, 3)).toEqual(['first.html', 'second.html', 'third.html']);
  }));

test('more than five files, large and unknown ones are refused by name', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    const alert = page.locator('.asks [role=alert]');
    await choose(page, { name: 'all.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') });
    await alert.filter({ hasText: 'all.zip can’t be attached' }).waitFor();
    await choose(page, { ...log, buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 'a') });
    await alert.filter({ hasText: 'console.log is over 10 MB' }).waitFor();
    await choose(page, ...Array.from({ length: 6 }, (_, at) => ({ ...log, name: `${at}.log` })));
    await alert.filter({ hasText: 'up to 5 files' }).waitFor();
    expect(await listed(page, 5)).toEqual(['0.log', '1.log', '2.log', '3.log', '4.log']);
  }));

test('files survive a reload with the draft, and one with a note that waits', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await page.locator('.composer > textarea').fill('Later');
    await choose(page, log);
    await listed(page, 1);
    await page.reload();
    await openPanel(page);
    expect(await listed(page, 1)).toEqual(['console.log']);
    it.service.refuse('uploads', { status: 503 });
    await page.locator('.panel .main').click();
    await page.locator('.done strong', { hasText: 'Saved. We’ll send it' }).waitFor();
    await page.reload();
    for (let i = 0; i < 200 && it.service.notes.length === 0; i += 1) await page.waitForTimeout(50);
    expect(sentFiles().map(bytesOf)).toEqual(['TypeError']);
  }));

test('the files of a returned note join those of the draft, up to five', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.refuse('annotations', { status: 503 }, { status: 422 }, { status: 422 });
    await openPanel(page);
    await choose(page, log);
    await listed(page, 1);
    expect(await writeAndSend(page, 'Returned')).toContain('Saved. We’ll send it');
    await page.getByRole('button', { name: 'Leave another note' }).click();
    await choose(page, ...Array.from({ length: 5 }, (_, at) => ({ ...log, name: `${at}.log` })));
    await listed(page, 5);
    await page.locator('.tabs button', { hasText: 'Your notes' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await listed(page, 5)).toEqual(['console.log', '0.log', '1.log', '2.log', '3.log']);
    await page.locator('.asks [role=alert]', { hasText: 'up to 5 files' }).waitFor();
  }));

test('a refused note that is deleted leaves no files in the browser', () =>
  it.on('tailwind', async ({ page }) => {
    const stored = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const request = indexedDB.open('sidenote', 1);
            request.onsuccess = () => {
              const counted = request.result.transaction('files').objectStore('files').count();
              counted.onsuccess = () => resolve(counted.result);
            };
          }),
      );
    it.service.refuse('annotations', { status: 503 }, { status: 422 }, { status: 422 });
    await openPanel(page);
    await choose(page, log);
    await listed(page, 1);
    expect(await writeAndSend(page, 'Deleted')).toContain('Saved. We’ll send it');
    await page.getByRole('button', { name: 'Delete' }).waitFor();
    expect(await stored()).toBe(1);
    await page.getByRole('button', { name: 'Delete' }).click();
    for (let i = 0; i < 100 && (await stored()) > 0; i += 1) await page.waitForTimeout(50);
    expect(await stored()).toBe(0);
  }));

test('a note whose files the storage refuses returns to its author, who can send it without them', () =>
  it.on('tailwind', async ({ page }) => {
    await page.route(`${it.service.bucket}/**`, (route) => route.abort());
    await openPanel(page);
    await page.locator('.composer > textarea').fill('Blocked');
    await choose(page, log);
    await listed(page, 1);
    await page.locator('.panel .main').click();
    await page.getByRole('button', { name: 'View your note' }).click();
    const refused = page.locator('article', { hasText: 'Couldn’t upload the files' });
    await refused.waitFor({ timeout: 60_000 });
    await refused.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Remove console.log' }).click();
    await page.locator('.panel .main').click();
    await page.locator('.done strong', { hasText: 'Sent. Thank you!' }).waitFor();
    expect(sentFiles()).toBeUndefined();
  }));
