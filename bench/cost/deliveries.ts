import { queueWorkers } from '../../functions/workers/lambdas.ts';
import { markdownTable } from '../markdown.ts';
import type { Measured } from '../meter.ts';
import { MILLION, prices, usd } from '../prices.ts';
import { unitsCost } from './request.ts';

const ANSWER_SECONDS = 0.3;
const HANGING_SECONDS = 10;
/** As `functions/webhooks/pace.ts`. */
const SLOT_SECONDS = 2;
const GB = 0.5;
/** The worker and the function that sends for it both wait. */
const WAITING = 2;

const deliveryCost = (measured: Measured, seconds: number): number =>
  unitsCost(measured) +
  3 * prices.queueRequest +
  3 * prices.lambdaRequest +
  WAITING * seconds * GB * prices.lambdaGbSecond;

export interface Deliveries {
  quick: Measured;
  slow: Measured;
}

/** A section of `docs/cost.md`. */
export const deliveryCosts = ({ quick, slow }: Deliveries): string => {
  const perMillion = (seconds: number) => usd(deliveryCost(seconds > SLOT_SECONDS ? slow : quick, seconds) * MILLION);
  const lines = [
    [`answers in ${ANSWER_SECONDS} s`, `**${perMillion(ANSWER_SECONDS)}**`],
    [`hangs for ${HANGING_SECONDS} s`, `**${perMillion(HANGING_SECONDS)}**`],
  ];
  return `## Dollars per million deliveries of webhooks

Each is one row, one message and one request; a retry costs the same. A change of a note costs half a read unit more
where no webhook wants it. A receiver that takes more than ${SLOT_SECONDS} s gets one of the workspace's
slots. At most ${queueWorkers['deliver-webhook'].concurrency} batches are sent at once.

${markdownTable(['the receiver', 'total'], lines)}
`;
};
