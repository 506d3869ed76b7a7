import { Link, type LinkComponentProps } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PublicRouter } from './router.tsx';

type PublicLinkComponent = <const To extends string>(
  props: LinkComponentProps<'a', PublicRouter, string, To>,
) => ReactElement;

/** Between the public pages: the router that types know by themselves is the dashboard's, which has none of them. */
export const PublicLink = Link as PublicLinkComponent;
