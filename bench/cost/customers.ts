/** A customer's monthly usage: requests by their name in the bench, and storage at the end of the month. */
export interface Customer {
  name: string;
  uses: Readonly<Record<string, number>>;
  mails: number;
  rowsGb: number;
  imagesGb: number;
}

export const customers: readonly Customer[] = [
  {
    name: 'A shop: 30,000 visits, 100 notes, one agent',
    uses: {
      getLoader: 30_000,
      getWidgetSettings: 600,
      createUpload: 160,
      'createAnnotation (Idempotency-Key)': 100,
      'listNotes (two notes)': 600,
      'mcp list_annotations': 1500,
      'mcp read_annotation': 150,
      'mcp acknowledge': 100,
      'mcp get_resolution_upload_url': 160,
      'mcp attach_resolution': 80,
      'mcp resolve': 90,
    },
    mails: 40,
    rowsGb: 0.01,
    imagesGb: 0.1,
  },
  {
    name: 'An agency: 40 sites, 600,000 visits, 3,000 notes, agents that poll every minute by day',
    uses: {
      getLoader: 600_000,
      getWidgetSettings: 15_000,
      createUpload: 5000,
      'createAnnotation (Idempotency-Key)': 3000,
      'listNotes (two notes)': 15_000,
      'listAnnotations (status=pending)': 400_000,
      getAnnotation: 9000,
      patchAnnotation: 6000,
      createReply: 3000,
      getResolutionUploadUrl: 5000,
      createResolution: 2500,
      listWidgetAnnotations: 20_000,
    },
    mails: 1500,
    rowsGb: 0.2,
    imagesGb: 4,
  },
  {
    name: 'A product team: one app, 5 million visits, 20,000 notes, agents and CI',
    uses: {
      getLoader: 5_000_000,
      getWidgetSettings: 100_000,
      createUpload: 30_000,
      'createAnnotation (Idempotency-Key)': 20_000,
      'listNotes (two notes)': 100_000,
      'listAnnotations (status=pending)': 300_000,
      getAnnotation: 60_000,
      patchAnnotation: 40_000,
      createReply: 20_000,
      getResolutionUploadUrl: 30_000,
      createResolution: 15_000,
      listWidgetAnnotations: 50_000,
    },
    mails: 10_000,
    rowsGb: 1.5,
    imagesGb: 30,
  },
];
