import { createContext, use } from 'react';

export interface Size {
  width: number;
  height: number;
}

/** The picture that a review is about. */
export interface Picture {
  url: string;
  /** Undefined until it has loaded. */
  size: Size | undefined;
}

interface Report {
  numberOf: (finding_id: string) => number | undefined;
  /** Empty outside of a report. */
  nameOf: (persona_id: string) => string;
  goTo: (finding_id: string) => void;
  picture: Picture | undefined;
}

export const ReportContext = createContext<Report>({
  numberOf: () => undefined,
  nameOf: () => '',
  goTo: () => undefined,
  picture: undefined,
});

export const useReport = (): Report => use(ReportContext);
