import type { ComponentProps, MouseEvent, ReactElement } from 'react';
import { type Navigation, openHref, preload } from './router.ts';
import { type AnyTarget, hrefOf, type Path, type Target } from './target.ts';

const INTENT_MS = 50;

type Anchor = Pick<Navigation, 'replace' | 'resetScroll'> &
  Omit<ComponentProps<'a'>, 'href' | 'target' | 'onPointerEnter' | 'onPointerLeave' | 'onFocus'>;

export type LinkProps<To extends string> = Target<To> & Anchor;

/** With a modifier, the browser opens it elsewhere. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

let intent: ReturnType<typeof setTimeout> | undefined;
const cancel = () => clearTimeout(intent);

export const Link = <const To extends Path | '.'>(props: LinkProps<To>): ReactElement => {
  const {
    to,
    params,
    search,
    hash,
    replace = false,
    resetScroll = true,
    onClick,
    ...anchor
  }: AnyTarget & Anchor = props;
  const href = hrefOf({ to, params, search, hash });
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    void openHref(href, { replace, resetScroll });
  };
  const onIntent = () => {
    cancel();
    intent = setTimeout(() => preload(href), INTENT_MS);
  };
  return (
    <a {...anchor} href={href} onClick={follow} onPointerEnter={onIntent} onPointerLeave={cancel} onFocus={onIntent} />
  );
};
