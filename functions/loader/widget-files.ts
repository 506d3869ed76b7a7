import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { optionalSetting } from '../kit/config.ts';

const Manifest = z.object({ assets: z.object({ core: z.string(), capture: z.string() }) });

let read: { folder: string; source: string; assets: z.infer<typeof Manifest>['assets'] } | undefined;

/** The built loader and the names of the files that it fetches: next to this bundle, or in WIDGET_FOLDER. */
export const widgetFiles = () => {
  const folder = optionalSetting('WIDGET_FOLDER') ?? import.meta.dirname;
  if (read?.folder === folder) return read;
  const { assets } = Manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  read = { folder, assets, source: readFileSync(join(folder, 'loader.js'), 'utf8') };
  return read;
};
