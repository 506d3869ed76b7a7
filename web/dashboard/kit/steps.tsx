import { CircleCheck, CircleDashed, LoaderCircle } from 'lucide-react';
import { t } from '../words/messages.ts';

export interface Step {
  label: string;
  state: 'waiting' | 'running' | 'done';
}

const ICONS = { waiting: CircleDashed, running: LoaderCircle, done: CircleCheck } as const;

/** The steps of something that takes a while, in their order. */
export const Steps = ({ steps, labelledBy }: { steps: readonly Step[]; labelledBy: string }) => (
  <ol className="stack tight steps" aria-labelledby={labelledBy}>
    {steps.map(({ label, state }) => {
      const Icon = ICONS[state];
      return (
        <li
          key={label}
          className="item-line"
          data-state={state}
          aria-current={state === 'running' ? 'step' : undefined}
        >
          <Icon aria-hidden="true" className={`state-icon ${state}`} />
          <span>
            {label} <span className="visually-hidden">{t(`steps.${state}`)}</span>
          </span>
        </li>
      );
    })}
  </ol>
);
