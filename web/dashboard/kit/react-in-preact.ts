import 'react';
import { options } from 'preact';

/** The hook that `preact/compat` has set. */
const { event: prepare } = options;
/** Reading these forces a layout. */
const SLOW = /^(offset|layer)[XY]$/;

type Fields = Record<string, unknown>;

/** React gives handlers a plain object, which React Aria copies (`{ ...event }`). */
options.event = (event: Event) => {
  prepare?.(event);
  const from = event as unknown as Fields;
  const copy: Fields = {};
  for (const name in from) {
    if (SLOW.test(name)) continue;
    const value = from[name];
    copy[name] = typeof value === 'function' ? value.bind(event) : value;
  }
  return Object.defineProperty(copy, 'defaultPrevented', { get: () => event.defaultPrevented, enumerable: true });
};

/** React runs the effects of an event before the next one, so that a key goes where an effect has put the focus. */
options.requestAnimationFrame = queueMicrotask;
