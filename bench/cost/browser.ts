import { markdownTable } from '../markdown.ts';
import { assumed, prices, usd } from '../prices.ts';
import { unitsCost } from './request.ts';

const RENDERER_GB = 3008 / 1024;
const WORKER_GB = 2;
const PICTURE_GB = 0.001;

/** Of visits side by side and the worker that waits for them. */
const dollarsOf = (visits: number): [string, number][] => {
  const visit = (assumed.visitMs / 1000) * RENDERER_GB * prices.intelGbSecond + prices.lambdaRequest;
  const waiting = ((assumed.visitMs + assumed.readPageMs) / 1000) * WORKER_GB * prices.lambdaGbSecond;
  return [
    ['visits', visits * visit],
    ['worker', waiting + prices.lambdaRequest + 3 * prices.queueRequest],
    ['rows', unitsCost({ reads: 20, writes: 20 })],
    ['pictures, kept for a year', visits * PICTURE_GB * prices.objectGbMonth * 12],
  ];
};

/** A section of `docs/cost.md`. */
export const browserCosts = (): string => {
  const parts = [dollarsOf(2), dollarsOf(1)];
  const lines = ['A review of a page: a wide and a narrow view', 'A verification: one view'].map((name, index) => {
    const all = parts[index] ?? [];
    const sum = all.reduce((total, [, dollars]) => total + dollars, 0);
    return [name, ...all.map(([, dollars]) => usd(dollars, 4)), `**${usd(sum, 4)}**`];
  });
  return `## Dollars per page that the browser opens

Without the model. A visit takes ${assumed.visitMs / 1000} s of 3,008 MB on x86_64, and the worker waits for it.
AWS also charges for each environment that it creates for a tenant, by memory: a workspace's first visit after a pause.
Its price is not in the table (https://aws.amazon.com/lambda/pricing/).

${markdownTable(['job', ...dollarsOf(1).map(([name]) => name), 'total'], lines)}
`;
};
