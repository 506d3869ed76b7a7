import { createLink } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';

const Anchor = ({ children, ...anchor }: ComponentProps<'a'>) => (
  <a {...anchor}>
    <ArrowLeft aria-hidden="true" /> {children}
  </a>
);

export const Back = createLink(Anchor);
