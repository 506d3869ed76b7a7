import type { CaughtMail } from '../../lib/local/mail-sink.ts';
import { stage } from '../driver.ts';
import { until } from '../workers/until.ts';

/** The mails in the sink for an address, oldest first. */
export const mailsTo = async (address: string): Promise<CaughtMail[]> => {
  const answer = await fetch(`${stage().base_url}/__local/mail?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as CaughtMail[];
};

/** Waits until that many have arrived. */
export const mailed = (address: string, count = 1): Promise<CaughtMail[]> =>
  until(async () => {
    const mails = await mailsTo(address);
    return mails.length >= count && mails;
  }, `${count} mails to ${address}`);
