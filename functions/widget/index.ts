import { openStorage } from '../kit/files/storage.ts';
import { serve } from '../kit/http/serve.ts';
import { widget } from './contract.ts';
import { createAnnotation } from './create-annotation.ts';
import { listNotes } from './list-notes.ts';
import * as operations from './operations.ts';

export const handler = serve(
  widget,
  { ...operations, createAnnotation, listNotes },
  operations.bindWidget(openStorage()),
);
