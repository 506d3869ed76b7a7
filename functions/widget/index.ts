import { openStorage } from '../kit/files/storage.ts';
import { serve } from '../kit/http/serve.ts';
import { bindWidgetContext, type WidgetContext } from './context.ts';
import { widget } from './contract.ts';
import { createAnnotation } from './create-annotation.ts';
import { createUpload } from './create-upload.ts';
import { getWidgetSettings } from './get-widget-settings.ts';
import { listNotes } from './list-notes.ts';
import { replyToNote } from './reply-to-note.ts';
import { reportSeen } from './report-seen.ts';

const storage = openStorage();

export const handler = serve<WidgetContext, typeof widget>(
  widget,
  {
    getWidgetSettings,
    createUpload: createUpload(storage),
    createAnnotation: createAnnotation(storage),
    listNotes,
    replyToNote,
    reportSeen,
  },
  bindWidgetContext,
);
