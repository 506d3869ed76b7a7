import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import type { Item } from './outbox.ts';
import type { Attached, Kind, Point, Runtime, Target } from './runtime.ts';
import { metadataOf, visitorOf } from './visitor.ts';

export type Draft = {
  body: string;
  kind?: Kind | undefined;
  autoFix?: boolean | undefined;
  name: string;
  email: string;
  context?: CapturedContext | undefined;
  label?: string | undefined;
  rating?: number | undefined;
  /** By question. */
  answers?: Record<string, string> | undefined;
  wantPicture?: boolean | undefined;
  pictures?: string[] | undefined;
  files?: Attached[] | undefined;
  noPicture?: 'shotCsp' | 'shotFail' | 'shotBig' | 'shotLost' | undefined;
  replies: Record<string, string>;
};

/** This tab's draft: stored per tab, so that tabs don't overwrite each other, and per site for new tabs. */
export const openDraft = (runtime: Runtime) => {
  const name = `sidenote:${runtime.config.token.slice(-8)}:draft`;
  const fresh = (): Draft => ({ body: '', name: '', email: '', replies: {} });
  const load = (otherwise: Draft): Draft => {
    try {
      const found: Draft = { ...fresh(), ...JSON.parse(sessionStorage[name] ?? runtime.store.get('draft')) };
      if (found.wantPicture && !found.pictures) Object.assign(found, { wantPicture: false, noPicture: 'shotLost' });
      return found;
    } catch {
      return otherwise;
    }
  };
  const draft = load(fresh());
  let aims = 0;
  let isOwn = false;
  const reset = (values: Draft): void => {
    aims += 1;
    for (const key of Object.keys(draft)) delete draft[key as keyof Draft];
    Object.assign(draft, values);
  };
  const keep = (value: Draft): boolean => {
    try {
      sessionStorage[name] = JSON.stringify(value);
      return true;
    } catch {
      return false;
    }
  };
  const save = (): void => {
    isOwn = true;
    const bare: Draft = { ...draft, pictures: undefined };
    if (!keep(draft)) {
      keep(bare);
      if (draft.pictures) draft.noPicture = 'shotBig';
    }
    runtime.store.set('draft', JSON.stringify(bare));
  };

  return {
    draft,
    save,
    /** The stored copy still has what the outbox took over, in case that isn't stored. */
    isBehind: false,
    isBegun(): boolean {
      const { body, rating, answers, files, kind, context } = draft;
      return !!(body || rating || answers || files || ((kind || context?.is_drawn_on) && !this.isElsewhere()));
    },
    /** It is about another page than this one, or about another route of it. */
    isElsewhere(): boolean {
      const { url, route } = draft.context?.page ?? {};
      const [, here, fragment] = /^([^?#]*)[^#]*(?:#(!?\/[^?#]*))?/.exec(location.href) ?? [];
      return url !== undefined && (url !== here || route?.split('#')[1] !== fragment);
    },
    async aim(target: Target | null, label?: string, pin?: Point | null): Promise<void> {
      aims += 1;
      const mine = aims;
      await runtime.load('inspect');
      // The target changed, or the note was sent, while the chunk was loading.
      if (mine !== aims) return;
      const page = { url: location.origin + location.pathname };
      let context: CapturedContext | undefined;
      try {
        context = runtime.inspect?.(runtime, target);
      } catch {}
      context ??= { page, anchor: { kind: target?.kind ?? 'page' } };
      if (pin) context.anchor.pin = pin;
      Object.assign(draft, { context, label, pictures: undefined, noPicture: undefined });
      save();
    },
    /** The exact request body, except for the keys of uploaded screenshots. */
    payload(): Item['body'] {
      const { settings } = runtime;
      const { kind, autoFix, rating } = draft;
      const answers = settings?.site.questions?.flatMap(({ id }) => {
        const answer = draft.answers?.[id];
        return answer ? [{ question_id: id, answer }] : [];
      });
      const gate = settings?.stakeholder?.auto_fix_default ?? 'never';
      const email = draft.email.trim();
      const writer = draft.name.trim();
      const identity = visitorOf(runtime);
      const metadata = metadataOf(runtime);
      return {
        body: draft.body.trim(),
        kind,
        ...(gate !== 'never' && { auto_fix: autoFix ?? gate === 'optional_on' }),
        ...(!settings?.stakeholder &&
          !(identity?.email || identity?.hmac) && { name: writer || undefined, email: email || undefined }),
        rating,
        ...(answers?.length && { answers }),
        identity,
        ...(Object.keys(metadata).length && { metadata }),
        context: draft.context,
      };
    },
    /** A draft that another tab began may be sent by now. One that this page wrote is only read again if it must be. */
    reload(must?: boolean): void {
      if (must || !isOwn) reset(load({ ...draft }));
    },
    clear(): void {
      const { name: writer, email, replies } = draft;
      reset({ ...fresh(), name: writer, email, replies });
      isOwn = this.isBehind = true;
    },
    /** The draft's own files stay, after those of the item. */
    restore({ body, pictures, files }: Item): void {
      const { context, kind, auto_fix, body: text, rating = draft.rating, answers = [] } = body;
      const kept = pictures?.length ? pictures : undefined;
      const all = [...(files ?? []), ...(draft.files ?? [])];
      Object.assign(draft, {
        body: text,
        context,
        kind,
        autoFix: auto_fix,
        rating,
        answers: { ...draft.answers, ...Object.fromEntries(answers.map((one) => [one.question_id, one.answer])) },
        pictures: kept,
        files: all.length ? all : undefined,
        noPicture: undefined,
        wantPicture: !!kept,
      });
      save();
    },
  };
};
export type DraftBox = ReturnType<typeof openDraft>;
