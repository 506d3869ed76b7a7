import { Suspense } from 'react';
import type { DialogProps } from './dialog-frame.tsx';
import { later } from './later.ts';

const DialogFrame = later(
  () => import('./dialog-frame.tsx'),
  (it) => it.DialogFrame,
);

/** Open as long as it is rendered. What it is made of comes with the first one, so that no page weighs more for it. */
export const Dialog = (props: DialogProps) => (
  <Suspense fallback={null}>
    <DialogFrame {...props} />
  </Suspense>
);
