import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../browser/chromium.ts';

const sources = import.meta.dirname;
const content = join(sources, '..');
const html = (name: string) => readFile(join(sources, `${name}.html`), 'utf8');

const open = async (browser: Browser, name: string, width: number, height: number) => {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(await html(name));
  return page;
};

/** 16-bit mono at 8 kHz: one second of a quiet 440 Hz tone. */
const wav = (): Buffer => {
  const rate = 8000;
  const data = Buffer.alloc(rate * 2);
  for (let at = 0; at < rate; at++)
    data.writeInt16LE(Math.round(6000 * Math.sin((2 * Math.PI * 440 * at) / rate)), at * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
};

/** One second of WebM, recorded from a canvas. */
const webm = async (browser: Browser): Promise<Buffer> => {
  const page = await browser.newPage();
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 160;
    canvas.height = 90;
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let at = 0; at < 10; at++) {
      if (pen) {
        pen.fillStyle = `hsl(${at * 30} 40% 50%)`;
        pen.fillRect(0, 0, 160, 90);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
};

const browser = await launchChromium();
try {
  await mkdir(content, { recursive: true });
  const keep = (name: string, bytes: Buffer) => writeFile(join(content, name), bytes);
  const leaflet = await open(browser, 'leaflet', 600, 850);
  await keep('leaflet.pdf', await leaflet.pdf({ preferCSSPageSize: true }));
  const scan = await open(browser, 'scan', 620, 877);
  const picture = (await scan.screenshot({ type: 'jpeg', quality: 45 })).toString('base64');
  const paper = await browser.newPage();
  await paper.setContent(
    `<style>@page{size:A4;margin:0}body{margin:0}img{width:210mm;height:296mm;display:block}</style><img src="data:image/jpeg;base64,${picture}">`,
  );
  await keep('scanned.pdf', await paper.pdf({ preferCSSPageSize: true, printBackground: true }));
  await keep('ui-good.png', await (await open(browser, 'ui-good', 1000, 640)).screenshot());
  await keep('ui-bad.png', await (await open(browser, 'ui-bad', 1000, 640)).screenshot());
  await keep('photo.jpg', await (await open(browser, 'photo', 900, 600)).screenshot({ type: 'jpeg', quality: 60 }));
  await keep('podcast.wav', wav());
  await keep('product-video.webm', await webm(browser));
} finally {
  await browser.close();
}
