/** In the order in which an agent meets them. */
export const toolNames = [
  'list_annotations',
  'read_annotation',
  'acknowledge',
  'reply',
  'resolve',
  'patch_annotation',
  'get_resolution_upload_url',
  'attach_resolution',
  'list_resolutions',
  'run_personas',
] as const;
export type ToolName = (typeof toolNames)[number];
