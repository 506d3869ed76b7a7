import { notifySubmitter } from '../resolutions/notify-submitter.ts';

export const handler = notifySubmitter;
