import { listKeys } from '../../functions/annotations/change.ts';
import { newId, timeOfId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { table } from '../driver.ts';

/** Puts annotation rows in place without the widget's limits; `more(index)` changes attributes. Ids, oldest first. */
export const seedAnnotations = async (
  ws: string,
  site_id: string,
  count: number,
  more: (index: number) => Record<string, unknown> = () => ({}),
): Promise<string[]> => {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = newId();
    const row = {
      id,
      site_id,
      status: 'pending' as const,
      kind: 'bug',
      summary: '',
      assignee_id: null,
      auto_fix: false,
      excerpt: `Note ${index}`,
      page_url: 'https://shop.example.com/',
      submitter: { kind: 'anonymous', name: '', has_email: false },
      has_screenshot: false,
      created_at: timeOfId(id),
      updated_at: timeOfId(id),
      ...more(index),
    };
    return { ...keys.annotation(ws, id), ...listKeys(ws, row), ...row };
  });
  for (let start = 0; start < rows.length; start += 100) {
    await table().transact(rows.slice(start, start + 100).map((put) => ({ put })));
  }
  return rows.map(({ id }) => id);
};
