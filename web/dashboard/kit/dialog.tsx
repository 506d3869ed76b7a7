import { Suspense } from 'react';
import type { DialogProps } from './dialog-frame.tsx';
import { lazyComponent } from './lazy-component.ts';

const DialogFrame = lazyComponent(
  () => import('./dialog-frame.tsx'),
  (it) => it.DialogFrame,
);

/** Open while rendered. The dialog code loads with the first one. */
export const Dialog = (props: DialogProps) => (
  <Suspense fallback={null}>
    <DialogFrame {...props} />
  </Suspense>
);
