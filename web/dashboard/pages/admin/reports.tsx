import { Time } from '../../kit/time.tsx';
import type { Pending } from './data.ts';

export const Reports = ({ reports }: { reports: Pending['reports'] }) => (
  <ul className="reports">
    {reports.map(({ reason, reported_at }, index) => (
      <li key={`${reported_at}-${index}`}>
        <q>{reason}</q>{' '}
        <span className="fine">
          <Time at={reported_at} />
        </span>
      </li>
    ))}
  </ul>
);
