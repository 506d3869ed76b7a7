import type { Said } from '../../codes/said.ts';
import type { FindingRow } from '../finding-rows.ts';
import type { Conclusion } from '../rows.ts';
import type { RunRow } from '../run-rows.ts';
import { PANEL_ID } from '../the-panel.ts';
import { isSameFinding } from './same-finding.ts';

/** Measured by a rule, not judged. */
export const isFact = ({ rule }: FindingRow): boolean => rule !== undefined;

export const isOfPanel = (finding: FindingRow): boolean => finding.persona_id === PANEL_ID && !isFact(finding);

const isGrounded = ({ evidence }: FindingRow): boolean => evidence.some(({ grounded }) => grounded);

const severityOf = ({ severity }: FindingRow): number => severity ?? 0;

const confidenceOf = ({ seen_in }: FindingRow): number => (seen_in ? seen_in.samples / seen_in.of : 1);

/** The best worded leads: grounded, with a fix, the most severe, of the persona that comes first. */
const leadOf = (group: readonly FindingRow[]): FindingRow | undefined =>
  group.toSorted(
    (one, other) =>
      Number(isGrounded(other)) - Number(isGrounded(one)) ||
      Number(other.fix !== null) - Number(one.fix !== null) ||
      severityOf(other) - severityOf(one),
  )[0];

/** A fact is no opinion, so it repeats none. */
const canBeSame = (one: FindingRow, other: FindingRow): boolean =>
  !isFact(one) && !isFact(other) && isSameFinding(one, other);

/** Findings of different personas that mean the same by the rule of {@link isSameFinding}. */
const groupsOf = (findings: readonly FindingRow[]): FindingRow[][] => {
  const groups: FindingRow[][] = [];
  for (const finding of findings) {
    const known = groups.find((group) =>
      group.some((one) => one.persona_id !== finding.persona_id && canBeSame(one, finding)),
    );
    if (known) known.push(finding);
    else groups.push([finding]);
  }
  return groups;
};

/** How urgent a fault is: severity, then evidence, how many personas name it, and how many answers had it. */
const urgencyOf = (group: readonly FindingRow[]): number => {
  const personas = new Set(group.map(({ persona_id }) => persona_id)).size;
  const severity = Math.max(...group.map(severityOf));
  const confidence = Math.max(...group.map(confidenceOf));
  return severity * (group.some(isGrounded) ? 1 : 0.4) + Math.min(0.9, 0.3 * (personas - 1)) + 0.2 * confidence;
};

/** Orders findings without a model. `note` says why no chair did, if one could have. */
export const concludeByRule = (
  runs: readonly Pick<RunRow, 'persona_id' | 'position'>[],
  findings: readonly FindingRow[],
  note?: Said,
): Conclusion => {
  const position = new Map(runs.map((run) => [run.persona_id, run.position]));
  const placed = findings.toSorted(
    (one, other) => (position.get(one.persona_id) ?? 0) - (position.get(other.persona_id) ?? 0),
  );
  const groups = groupsOf(placed).map((group) => ({ group, lead: leadOf(group) }));
  const same = groups.flatMap(({ group, lead }) =>
    group.flatMap(({ id }) => (lead && id !== lead.id ? [[id, lead.id] as const] : [])),
  );
  const order = groups
    .filter(({ lead }) => lead?.kind === 'fault')
    .toSorted((one, other) => urgencyOf(other.group) - urgencyOf(one.group))
    .flatMap(({ lead }) => lead?.id ?? []);
  return {
    by: 'rule',
    notes: note ? [{ code: note.code, ...(note.values && { values: note.values }) }] : [],
    verdict: [],
    disagreements: [],
    order,
    same: Object.fromEntries(same),
    struck: {},
  };
};

const MIN_ALIKE = 3;

/** Every dimension of at least three personas has the best score in each answer of a model. */
const isAllFives = (runs: readonly RunRow[]): boolean => {
  const judged = runs.filter(({ ai_live, score }) => ai_live && score !== null);
  const given = judged.flatMap(({ scores }) => scores.flatMap(({ samples }) => samples));
  return judged.length >= MIN_ALIKE && given.every((score) => score === 5);
};

/** Facts go before the first fault of a panel that is less severe. */
const withFacts = (order: readonly string[], findings: readonly FindingRow[]): string[] => {
  const severities = new Map(findings.map((one) => [one.id, severityOf(one)]));
  const missing = findings.filter((one) => isFact(one) && !order.includes(one.id));
  const placed = [...order];
  for (const fact of missing.toSorted((one, other) => severityOf(other) - severityOf(one))) {
    const at = placed.findIndex((id) => (severities.get(id) ?? 0) < severityOf(fact));
    placed.splice(at < 0 ? placed.length : at, 0, fact.id);
  }
  return placed;
};

/** Rules conclude reviews whose row has no conclusion. The panel's own finding leads. */
export const conclusionOf = (
  row: { conclusion?: Conclusion | undefined },
  runs: readonly RunRow[],
  findings: readonly FindingRow[],
): Conclusion => {
  const [own, others] = [findings.filter(isOfPanel), findings.filter((one) => !isOfPanel(one))];
  const conclusion = row.conclusion ?? concludeByRule(runs, others);
  return {
    ...conclusion,
    order: [...own.map(({ id }) => id), ...withFacts(conclusion.order, others)],
    notes: [...conclusion.notes, ...(isAllFives(runs) ? [{ code: 'all_fives' }] : [])],
  };
};
