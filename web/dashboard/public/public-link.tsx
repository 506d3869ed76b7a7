import { Link, type LinkComponentProps } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PublicRouter } from './router.tsx';

type PublicLinkComponent = <const To extends string>(
  props: LinkComponentProps<'a', PublicRouter, string, To>,
) => ReactElement;

/** A link between public pages: the router's registered types are the dashboard's. */
export const PublicLink = Link as PublicLinkComponent;
