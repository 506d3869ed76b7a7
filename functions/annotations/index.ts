import { serve } from '../kit/http/serve.ts';
import { annotations } from './contract.ts';
import * as operations from './operations.ts';

const { listAnnotations, getAnnotation, patchAnnotation, createReply, annotationMarkdown, bindAnnotations } =
  operations;

export const handler = serve(
  annotations,
  {
    ...operations,
    listWidgetAnnotations: listAnnotations,
    getWidgetAnnotation: getAnnotation,
    patchWidgetAnnotation: patchAnnotation,
    createWidgetReply: createReply,
    widgetAnnotationMarkdown: annotationMarkdown,
  },
  bindAnnotations,
);
