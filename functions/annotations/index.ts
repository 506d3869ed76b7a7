import { serveArea } from '../context.ts';
import { annotationMarkdown } from './annotation-markdown.ts';
import { annotations } from './contract.ts';
import { createReply } from './create-reply.ts';
import { deleteAnnotation } from './delete-annotation.ts';
import { getAnnotation } from './get-annotation.ts';
import { listAnnotations } from './list-annotations.ts';
import { patchAnnotation } from './patch-annotation.ts';

export const handler = serveArea(annotations, {
  listAnnotations,
  listWidgetAnnotations: listAnnotations,
  getAnnotation,
  getWidgetAnnotation: getAnnotation,
  patchAnnotation,
  patchWidgetAnnotation: patchAnnotation,
  deleteAnnotation,
  createReply,
  createWidgetReply: createReply,
  annotationMarkdown,
  widgetAnnotationMarkdown: annotationMarkdown,
});
