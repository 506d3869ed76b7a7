import { createContext, use } from 'react';

export interface Size {
  width: number;
  height: number;
}

/** A picture that a review is about. */
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
  /** The picture that evidence names. */
  pictureOf: (element: string | null) => Picture | undefined;
}

export const ReportContext = createContext<Report>({
  numberOf: () => undefined,
  nameOf: () => '',
  goTo: () => undefined,
  pictureOf: () => undefined,
});

export const useReport = (): Report => use(ReportContext);
