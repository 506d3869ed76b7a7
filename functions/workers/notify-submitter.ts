import { notifySubmitter } from '../threads/notify-submitter.ts';

export const handler = notifySubmitter;
