/**
 * Figures of the service which pages tell; every sentence may name them. A test compares them with the service's own,
 * whose modules would bring zod and more into the page.
 */
export const FIGURES = {
  /** Personas that review where nobody was named, and the most that may be. */
  panel: 5,
  mostPersonas: 10,
  /** Of a longer text the beginning is judged. */
  judgedCharacters: 80_000,
  /** Of a note's screenshot, and of evidence. */
  imageMegabytes: 10,
  /** Ratings until a workspace has numbers of its own, and until a persona is told how well it judges. */
  firstFit: 5,
  enoughRatings: 30,
  daysUntilErased: 30,
  usageDays: 90,
  mcpTools: 10,
  /** Characters of a report about an entry of the showcase. */
  leastReason: 4,
  /** Of the demo, in seconds. */
  demoFetches: 8,
  demoJudges: 12,
  demoTakes: 25,
} as const;
