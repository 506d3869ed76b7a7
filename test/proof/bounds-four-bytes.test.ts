import { describeFullWorkspace } from '../bounds/full-workspace.ts';

describeFullWorkspace('four-byte characters');
