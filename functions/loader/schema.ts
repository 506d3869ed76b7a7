import * as z from 'zod';
import { anyText } from '../kit/contract/schema.ts';

export const Seen = z.object({
  url: anyText(2048).overwrite((url) => url.replace(/[?#].*$/s, '')),
  version: anyText(40),
});
