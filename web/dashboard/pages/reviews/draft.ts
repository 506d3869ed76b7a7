import { useCallback, useEffect, useState } from 'react';
import type { InputType } from '../../../../functions/reviews/read/content.ts';
import { withScheme } from '../../kit/address.ts';
import { navigate } from '../../kit/router/router.ts';
import { keepStored, readStored } from '../../kit/stored.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { reviewFileKind } from './file-kinds.ts';
import type { MadeOf, NewReviewSearch } from './search.ts';

/** All of it except the file survives a reload. */
export interface Draft {
  madeOf: MadeOf;
  title: string;
  content: string;
  url: string;
  site: string;
  goal: string;
  audience: string;
  stage: string;
  /** Empty: the recommended panel. */
  personas: readonly string[];
  choosesPanel: boolean;
}

const storedKey = (workspaceId: string) => `sidenote.review-draft.${workspaceId}`;
const sentKey = (workspaceId: string) => `sidenote.review-sent.${workspaceId}`;
const BLANK: Draft = {
  madeOf: 'page',
  title: '',
  content: '',
  url: '',
  site: '',
  goal: '',
  audience: '',
  stage: '',
  personas: [],
  choosesPanel: false,
};
const MAX_TITLE = 90;

export const fileDraft = (workspaceId: string, reviewId: string, draft: Draft): void => {
  sessionStorage.removeItem(storedKey(workspaceId));
  keepStored(sentKey(workspaceId), JSON.stringify({ reviewId, draft }));
};

export const takeUpDraft = (workspaceId: string, reviewId: string): void => {
  const sent = readStored<{ reviewId: string; draft: Draft }>(sentKey(workspaceId));
  if (sent?.reviewId === reviewId && sent.draft) keepStored(storedKey(workspaceId), JSON.stringify(sent.draft));
};

export const useDraft = (given: NewReviewSearch) => {
  const { kind, url, site, persona, sample } = given;
  const key = storedKey(useWorkspace().workspace.id);
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = { ...BLANK, ...readStored<Partial<Draft>>(key) };
    return {
      ...kept,
      ...(kind && { madeOf: kind }),
      ...(url && { url }),
      ...(site && { site }),
      ...(persona && { personas: [persona], choosesPanel: true }),
      ...(sample && { madeOf: 'text' as const, content: kept.content || t('reviews.sample') }),
    };
  });
  useEffect(() => keepStored(key, JSON.stringify(draft)), [key, draft]);
  // In the address they would replace later edits when the page opens again.
  const isGiven = Object.keys(given).length > 0;
  useEffect(() => {
    if (isGiven) void navigate({ to: '/reviews/new', replace: true, resetScroll: false });
  }, [isGiven]);
  const set = useCallback((change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })), []);
  return { draft, setDraft, set };
};

const cut = (text: string) => (text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE - 2).trimEnd()} …` : text);

const hostAndPath = (url: string): string => {
  const { host = '', pathname = '' } = URL.parse(withScheme(url)) ?? {};
  return pathname === '/' ? host : `${host}${pathname}`;
};

export const typeOf = ({ madeOf }: Draft, file: File | undefined): InputType | undefined => {
  if (madeOf === 'file') return file && reviewFileKind(file)?.kind;
  return madeOf === 'page' ? 'site' : 'text';
};

export const titleOf = ({ madeOf, content, url }: Draft, file: File | undefined): string => {
  if (madeOf === 'page') return cut(hostAndPath(url));
  if (madeOf === 'file') return cut(file?.name.replace(/\.[^.]+$/, '') ?? '');
  const line = content.split('\n').find((one) => one.trim()) ?? '';
  return cut(line.replace(/^#+\s+/, '').trim());
};
