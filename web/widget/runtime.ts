import type * as z from 'zod';
import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import type { WidgetSettingsAnswer } from '../../functions/widget/schema.ts';
import type { WidgetConfig } from './config.ts';

export type Settings = z.output<typeof WidgetSettingsAnswer>;
export type Kind = Settings['kinds'][number];

export type Logs = {
  console: NonNullable<CapturedContext['console']>;
  requests: NonNullable<CapturedContext['failed_requests']>;
  /** Described only once a note is written. */
  clicks: Event[];
};

export type Rect = { x: number; y: number; width: number; height: number };
export type Point = { x: number; y: number };
export type Picture = { full: Blob; thumb: Blob; width: number; height: number };

export type Target = {
  kind: CapturedContext['anchor']['kind'];
  element: Element;
  rect: Rect | null;
  selection?: NonNullable<CapturedContext['selection']>;
};

export type Runtime = {
  config: WidgetConfig;
  logs: Logs;
  settings?: Settings;
  host: HTMLElement;
  root: ShadowRoot;
  button: HTMLButtonElement;
  refresh(): Promise<void>;
  load(name: 'core' | 'inspect' | 'capture'): Promise<unknown>;
  store: Store;
  core?: Core;
  inspect?: (runtime: Runtime, target: Target | null) => CapturedContext;
  capture?: (area: Rect, mark: Rect | null, pin: Point | null, accent: string, skip: Element) => Promise<Picture>;
};

/** Empty text means none. `set` returns false if the browser can't store it. */
export type Store = { get(key: string): string; set(key: string, value: string): boolean };

export type Core = { open(): void | Promise<void>; close(): void; toggle(): void; render(): void; changed(): void };

export type Api = {
  open(): void;
  close(): void;
  /** Identifies the visitor by stakeholder token; null forgets the stored one. */
  identify(token: string | null): Promise<void>;
};

declare global {
  interface Window {
    __sidenote_config?: WidgetConfig;
    __sidenote?: Runtime;
    Sidenote?: Api;
    SidenoteStrings?: Partial<Record<string, string>>;
  }
}

export const VERSION = '0.1.0';
