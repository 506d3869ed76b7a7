import { expect, test } from '@jest/globals';
import { SIGNS } from '../bounds/signs.ts';
import { mailWorst } from '../bounds/worst-mails.ts';
import { newWorkspace } from '../driver.ts';

/** Gmail hides what comes after, and with it the way to unsubscribe. */
const MAX_MAIL_HTML = 102_000;

test.each(Object.entries(SIGNS))(
  'mails of a workspace full of %s arrive, each below what mail programs cut',
  async (_, sign) => {
    const ws = await newWorkspace();
    const mails = await mailWorst({ ws, site: await ws.site() }, sign);
    expect(mails).toHaveLength(4);
    for (const { subject, html, raw } of mails) {
      const isSmall = Buffer.byteLength(html) < MAX_MAIL_HTML && Buffer.byteLength(raw) < 3 * MAX_MAIL_HTML;
      expect({ subject, html: html.length, raw: raw.length, isSmall }).toMatchObject({ isSmall: true });
    }
  },
);
