import { markdownTable } from '../markdown.ts';
import type { Measured } from '../meter.ts';
import { assumed, MILLION, prices, usd } from '../prices.ts';
import { unitsCost } from './request.ts';

/** The row of the event and its entry of the index of owed work; in the transaction of a write it is one unit more. */
const EVENT_WRITES = 2;
const WORKER_GB = 1;

const notifyingCost = (measured: Measured): number =>
  unitsCost(measured) +
  3 * prices.queueRequest +
  prices.lambdaRequest +
  ((measured.trips * assumed.tripMs + assumed.ownMs) / 1000) * WORKER_GB * prices.lambdaGbSecond;

/** A section of `docs/cost.md`. */
export const notificationCosts = (ways: ReadonlyMap<string, Measured>, perMail: number): string => {
  const perMillion = (dollars: number) => usd(dollars * MILLION);
  const lines = [...ways].map(([way, measured]) => {
    const mail = way === 'by mail' ? perMail : 0;
    const event = EVENT_WRITES * prices.writeUnit;
    const all = [event, notifyingCost(measured), mail];
    const sum = all.reduce((total, dollars) => total + dollars, 0);
    return [way, ...all.map(perMillion), `**${perMillion(sum)}**`];
  });
  return `## Dollars per million notifications of members

Of one member each; the event is paid once for all, and a mail is counted as a submitter’s. New notes, finished reviews
and patches that assign or resolve cost nothing more in their request: the stream's reader writes the event. A visitor's
reply, a mention and a failed verification write it in their transaction, for a unit more.

${markdownTable(['way', 'event', 'worker', 'mail', 'total'], lines)}
`;
};
