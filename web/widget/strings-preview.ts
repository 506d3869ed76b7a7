/** Texts of the preview, which load with it. */
export const previewEn = {
  files: 'Files',
  typed: 'Words typed into the page’s forms aren’t sent.',
  technical: 'Technical details',
  browser: 'Window',
  errors: 'Errors on the page',
  facts: 'Added by this site',
};
export type PreviewKey = keyof typeof previewEn;
