/** One line on each area, for the readers of the generated documents. */
export const AREAS_IN_WORDS: Readonly<Record<string, string>> = {
  discovery: 'What a newcomer, human or agent, reads first',
  sites: 'Sites that carry the widget, their secrets and stakeholders',
  annotations: 'What visitors pinned on pages: list, read, triage, reply',
  resolutions: 'Evidence of a fix: before and after pictures, a diff, an explanation',
  files: 'Pictures, by signed links that expire',
  widget: "The widget's own calls, by widget token",
  loader: 'The script that a page includes',
  workspaces: 'Who works together: workspaces, their members, and what was done in them',
  'api-tokens': 'Tokens for agents and bots; sessions only',
  invitations: 'Who is asked to join a workspace, by mail',
  personas: 'Who reviews: personas with their dimensions and anchors, and the marketplace where they are shared',
  reviews: 'Content reviewed by a panel of personas: progress, findings, calibrated scores, ratings, shared reports',
  mail: 'What a link in a mail opens',
};
