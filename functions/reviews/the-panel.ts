/** Instead of a persona's, in a finding that no persona made. */
export const PANEL_ID = '0'.repeat(26);
export const PANEL = { name: 'The panel', category: 'trust' } as const;
