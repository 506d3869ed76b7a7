import { FAILURE_SHARE } from '../../functions/reviews/judge/calibration/threshold.ts';
import { LABELS, type Row } from './measure.ts';

/** Scores clipped at an end of the scale tie with others; raw ones never reach it. */
const TIES = 1e-4;

/** Failed criteria of a simulation. */
export const complaints = (rows: readonly Row[]): string[] => {
  const row = (method: string, labels: number): Row => {
    const found = rows.find((one) => one.method === method && one.labels === labels);
    if (!found) throw new Error(`${method} at ${labels} labels was not measured.`);
    return found;
  };
  const wrong: string[] = [];
  const check = (holds: boolean, text: string, value: number) => {
    if (!holds) wrong.push(`${text}: ${value.toFixed(4)}`);
  };
  const most = LABELS.at(-1)!;
  const last = row('ours', most);
  check(last.ece <= 0.07, 'ECE at 200 labels is at most 0.07', last.ece);
  check(last.qwk >= 0.55, 'QWK at 200 labels is at least 0.55', last.qwk);
  const gain = last.spearman - row('raw', most).spearman;
  check(gain >= 0.02, 'Spearman at 200 labels gains at least 0.02 on raw', gain);
  const early = row('ours, prior', 5).ece;
  check(early <= 0.11, 'ECE at 5 labels with a prior is at most 0.11', early);
  for (const method of ['ours', 'ours, prior'])
    for (const labels of LABELS) {
      const { spearman, broken } = row(method, labels);
      const lost = row('raw', labels).spearman - spearman;
      check(lost <= TIES, `Spearman of ${method} at ${labels} labels is not below raw`, lost);
      check(broken <= FAILURE_SHARE + 0.03, `Abstention of ${method} at ${labels} labels keeps its promise`, broken);
    }
  for (const [method, labels] of [
    ['ours', 30],
    ['ours', 200],
    ['ours, prior', 5],
    ['ours, prior', 30],
    ['ours, prior', 200],
  ] as const) {
    const { covered } = row(method, labels);
    check(covered >= 0.86 && covered <= 0.94, `The 90 % interval of ${method} at ${labels} labels holds 90 %`, covered);
  }
  return wrong;
};
