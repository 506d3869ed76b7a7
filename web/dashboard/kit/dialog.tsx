import { lazyComponent } from './lazy-component.tsx';

export const Dialog = lazyComponent(async () => (await import('./dialog-frame.tsx')).DialogFrame, null);
