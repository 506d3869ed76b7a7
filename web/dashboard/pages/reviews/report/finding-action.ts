import { createContext, type ReactNode, use } from 'react';
import type { ReportedFinding } from './types.ts';

/** An action on a finding besides rating it; none for those who only read. */
export const FindingAction = createContext<(finding: ReportedFinding) => ReactNode>(() => null);

export const useFindingAction = () => use(FindingAction);
