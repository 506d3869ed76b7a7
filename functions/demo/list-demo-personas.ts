import type { Operation } from './context.ts';
import { presentDemoPersonas } from './demo-personas.ts';

export const listDemoPersonas: Operation<'listDemoPersonas'> = async () => ({ items: presentDemoPersonas() });
