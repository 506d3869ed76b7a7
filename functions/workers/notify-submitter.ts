import { notifySubmitter } from '../annotations/notify-submitter.ts';

export const handler = notifySubmitter;
