import type { ReactElement } from 'react';
import { Link, type LinkProps } from '../kit/router/link.tsx';
import type { PUBLIC_PAGES } from './pages.ts';

type PublicPath = (typeof PUBLIC_PAGES)[keyof typeof PUBLIC_PAGES]['path'];

/** A link between public pages: the registered paths are the dashboard's. */
export const PublicLink = Link as <const To extends PublicPath>(props: LinkProps<To>) => ReactElement;
