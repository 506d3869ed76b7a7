import { serve } from '../kit/http/serve.ts';
import { annotationMarkdown } from './annotation-markdown.ts';
import { bindAnnotations } from './context.ts';
import { annotations } from './contract.ts';
import { createReply } from './create-reply.ts';
import { deleteAnnotation } from './delete-annotation.ts';
import { getAnnotation } from './get-annotation.ts';
import { listAnnotationAudit } from './list-annotation-audit.ts';
import { listAnnotations } from './list-annotations.ts';
import { patchAnnotation } from './patch-annotation.ts';

export const handler = serve(
  annotations,
  {
    listAnnotations,
    listWidgetAnnotations: listAnnotations,
    getAnnotation,
    getWidgetAnnotation: getAnnotation,
    patchAnnotation,
    patchWidgetAnnotation: patchAnnotation,
    deleteAnnotation,
    listAnnotationAudit,
    createReply,
    createWidgetReply: createReply,
    annotationMarkdown,
    widgetAnnotationMarkdown: annotationMarkdown,
  },
  bindAnnotations,
);
