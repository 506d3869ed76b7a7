import { type call as Call, newKey } from './api.ts';
import { h } from './dom.ts';
import type { PinnedNote, PinThread, Runtime } from './runtime.ts';
import type { TeamKey } from './strings-lazy.ts';

const STATUSES = {
  pending: 'teamOpen',
  blocked: 'teamBlocked',
  resolved: 'teamResolved',
  won_t_fix: 'teamWont',
} as const satisfies Record<string, TeamKey>;

interface Parts {
  call: typeof Call;
  locale: string;
  say(key: TeamKey): string;
  note: PinnedNote;
  /** The note isn’t open any more, or is again. */
  changed(): void;
}

const runtime = window.__sidenote as Runtime;
/** Replies that were begun, by note. */
const drafts = new Map<string, { body: string; isInternal: boolean }>();

/** Put a reply that failed back into the view of its note that was opened last. */
const restores = new Map<string, (failed: Failed) => void>();

interface Failed {
  body: string;
  isInternal: boolean;
  key: string;
  reason: string;
}

/** One note's conversation, with a reply, and its status for members. */
export const threadView = async ({ call, locale, say, note, changed }: Parts): Promise<HTMLElement> => {
  const path = `pins/${note.id}`;
  let thread = await call<PinThread>(runtime, path);
  const when = (time: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(Number(time)));
  const entries = h('div', { class: 'list', ariaLive: 'polite' });
  const problem = h('p', { role: 'status', class: 'say' });
  const summary = h('p', { dir: 'auto' });
  const draw = (): void => {
    summary.replaceChildren(h('strong', null, thread.summary));
    summary.hidden = !thread.summary;
    const all = [
      ...thread.replies.map(({ author, author_name, body, created_at, internal }) => ({
        at: created_at,
        who:
          author_name ||
          (author === 'stakeholder' ? thread.author_name || say('teamVisitor') : runtime.settings?.site.name || author),
        body,
        internal,
      })),
      ...thread.resolutions.map(({ explanation, created_at }) => ({
        at: created_at,
        who: say('teamResolved'),
        body: explanation ?? '',
        internal: undefined,
      })),
    ].sort((a, b) => Number(a.at) - Number(b.at));
    entries.replaceChildren(
      ...all.map(({ at, who, body, internal }) =>
        h(
          'blockquote',
          { class: internal ? 'internal' : '' },
          h('small', null, `${who} · ${when(at)}`),
          h('p', { dir: 'auto' }, body),
        ),
      ),
    );
  };
  const read = async (): Promise<void> => {
    thread = await call<PinThread>(runtime, path);
    draw();
  };
  draw();

  const tried = async (work: () => Promise<unknown>): Promise<boolean> => {
    problem.textContent = '';
    try {
      await work();
      return true;
    } catch (error) {
      problem.textContent = (error as Error).message || say('teamFailed');
      return false;
    }
  };
  const label = say(thread.may_edit ? 'teamReply' : 'yourReply');
  const draft = drafts.get(note.id);
  const field = h('textarea', {
    rows: 2,
    maxLength: 10_000,
    dir: 'auto',
    placeholder: label,
    value: draft?.body ?? '',
  });
  field.ariaLabel = label;
  const internal = h('input', { type: 'checkbox', checked: draft?.isInternal ?? false });
  const keep = (): void => {
    drafts.set(note.id, { body: field.value, isInternal: internal.checked });
  };
  const send = h('button', { class: 'main' }, say('teamSend'));
  const status = h('select', { class: 'in', ariaLabel: say('teamStatus') });
  status.append(
    ...Object.entries(STATUSES).map(([value, key]) =>
      h('option', { value, selected: value === thread.status }, say(key)),
    ),
  );
  status.onchange = async () => {
    const isDone = await tried(() => call(runtime, `${path}/status`, { status: status.value }, newKey()));
    if (!isDone) {
      status.value = thread.status;
      return;
    }
    thread = { ...thread, status: status.value as PinThread['status'] };
    changed();
    await tried(read);
  };
  let key = newKey();
  const reply = async (event: Event): Promise<void> => {
    event.preventDefault();
    const body = field.value.trim();
    if (!body) return field.focus();
    const isInternal = internal.checked;
    const sentAs = key;
    field.value = '';
    keep();
    send.disabled = true;
    const isSent = await tried(async () => {
      if (thread.may_edit) await call(runtime, `${path}/replies`, { body, internal: isInternal }, key);
      else await call(runtime, `notes/${note.id}/replies`, { body }, key);
      await read();
    });
    send.disabled = false;
    if (isSent) {
      key = newKey();
      return;
    }
    restores.get(note.id)?.({ body, isInternal, key: sentAs, reason: problem.textContent });
  };
  restores.set(note.id, (failed) => {
    // A try again repeats the same reply; another text is another reply.
    if (!field.value && internal.checked === failed.isInternal) key = failed.key;
    field.value = [failed.body, field.value].filter(Boolean).join('\n\n');
    internal.checked ||= failed.isInternal;
    problem.textContent = failed.reason;
    keep();
  });
  return h(
    'form',
    {
      class: 'body',
      onsubmit: reply,
      oninput: () => {
        key = newKey();
        keep();
      },
    },
    h('p', { dir: 'auto' }, thread.body),
    h('small', null, when(thread.created_at)),
    summary,
    entries,
    field,
    thread.may_edit && h('label', { class: 'row' }, internal, h('span', null, say('teamInternal'))),
    problem,
    send,
    thread.may_edit && h('label', null, h('small', null, say('teamStatus')), status),
    thread.dashboard_url &&
      h('a', { href: thread.dashboard_url, target: '_blank', rel: 'noopener' }, say('teamDetails')),
  );
};
