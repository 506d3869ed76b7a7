import { openStorage } from '../kit/files/storage.ts';
import { serve } from '../kit/http/serve.ts';
import { widget } from './contract.ts';
import { createAnnotation } from './create-annotation.ts';
import { createPageAccess } from './create-page-access.ts';
import { getTeamModePage } from './get-team-mode-page.ts';
import { listNotes } from './list-notes.ts';
import { listPins } from './list-pins.ts';
import * as operations from './operations.ts';

export const handler = serve(
  widget,
  { ...operations, createAnnotation, createPageAccess, getTeamModePage, listNotes, listPins },
  operations.bindWidget(openStorage()),
);
