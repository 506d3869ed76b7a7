import type * as z from 'zod';
import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import type { Pin, WidgetSettingsAnswer, PinThread as WirePinThread } from '../../functions/widget/schema.ts';
import type { call } from './api.ts';
import type { LANGUAGES, WidgetConfig } from './config.ts';
import type { Draft, DraftBox } from './draft.ts';
import type { NotesParts, NotesView } from './notes.ts';
import type { PreviewParts, PreviewView } from './preview.ts';

export type Settings = z.output<typeof WidgetSettingsAnswer>;
export type Kind = Settings['kinds'][number];

export type Logs = {
  /** Errors. */
  console: { message: string; at: number }[];
  requests: NonNullable<CapturedContext['failed_requests']>;
  /** Described only once a note is written. `target` is also known inside open shadow trees. */
  clicks: { target: EventTarget | undefined; at: number }[];
};

export type Rect = { x: number; y: number; width: number; height: number };
export type Point = { x: number; y: number };

export type Target = {
  kind: CapturedContext['anchor']['kind'];
  element: Element;
  rect: Rect | null;
  selection?: CapturedContext['selection'];
};

export type Language = (typeof LANGUAGES)[number];
/** Who the page says the visitor is. Without a valid `hmac` it is a claim. */
export type Who = { user_id?: string; email?: string; name?: string; expires_at?: number; hmac?: string };
export type Facts = Record<string, string | number | boolean>;

export type Lazy = 'draw' | 'files' | 'find' | 'notes' | 'preview' | 'questions' | 'team' | Language;

export type PinnedNote = z.output<typeof Pin>;
export type PinThread = z.output<typeof WirePinThread>;
export type TeamParts = { call: typeof call; load(name: Lazy): Promise<unknown>; locale: string };

/** A file of a draft. Its bytes are in the browser's database. */
export type Attached = { id: string; name: string; size: number; type: string };

export type Files = {
  /** Lists the draft's files in the place, with those that are added. */
  show(place: HTMLElement, box: DraftBox, changed: () => void, added?: File[]): Promise<void>;
  send(all: Attached[], upload: (blob: Blob) => Promise<string>): Promise<{ key: string; name: string }[]>;
  blocked(): string;
  drop(all: Attached[]): void;
};

export type Runtime = {
  config: WidgetConfig & Partial<Record<Lazy, string>>;
  logs: Logs;
  settings?: Settings;
  host: HTMLElement;
  root: ShadowRoot;
  button: HTMLButtonElement;
  refresh(): Promise<void>;
  load(name: 'core' | 'inspect' | 'capture' | Lazy): Promise<unknown>;
  store: Store;
  core?: Core;
  who?: string | Who | null;
  metadata?: Facts | null;
  isHidden?: boolean;
  /** By language. */
  words?: Partial<Record<string, Partial<Record<string, string>>>>;
  /** The site's or the language's word, for texts of the lazy chunks. */
  say?: (key: string) => string | undefined;
  inspect?: (runtime: Runtime, target: Target | null) => CapturedContext;
  /** Around the mark, or of the whole view: data URLs of a picture and its thumbnail. */
  capture?: (mark: Rect | null, pin: Point | null) => Promise<string[]>;
  previewView?: (parts: PreviewParts) => PreviewView;
  questionsView?: (site: Settings['site'], draft: Draft, save: () => void) => HTMLElement[];
  notesView?: (parts: NotesParts) => NotesView;
  files?: Files;
  /** A member's token for this page, at most an hour. */
  member?: string | undefined;
  /** Shows the page's open notes; otherwise the reason why not. */
  team?: (parts: TeamParts) => Promise<string>;
  find?: (notes: readonly PinnedNote[]) => (Element | null)[];
  draw?: (draft: Draft) => Promise<void>;
};

/** Empty text means none. `set` returns false if the browser can't store it. */
export type Store = { get(key: string): string; set(key: string, value: string): boolean };

export type Core = {
  open(): void | Promise<void>;
  close(): void;
  toggle(): void;
  render(): void;
  changed(): void;
  /** The caller's settings, from the server; undefined if it gives none. */
  ask(): Promise<Settings | undefined>;
};

export type Api = {
  open(): void;
  close(): void;
  /** By stakeholder token, or as the page knows the visitor; null forgets both. */
  identify(who: string | Who | null): Promise<void>;
  /** Facts about the page or its visitor that are sent with each note. */
  setMetadata(values: Facts | null): void;
  /** Hides the launcher, or shows it again with `false`. `open` works all the same. */
  hide(isHidden?: boolean): Promise<void>;
};

declare global {
  interface Window {
    __sidenote_config?: WidgetConfig;
    __sidenote?: Runtime;
    Sidenote?: Api;
    SidenoteVisitor?: Who;
    SidenoteMetadata?: Facts;
    SidenoteStrings?: Partial<Record<string, string>>;
  }
}

export const VERSION = '0.1.0';
