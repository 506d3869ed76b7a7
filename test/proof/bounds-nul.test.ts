import { describeFullWorkspace } from '../bounds/full-workspace.ts';

describeFullWorkspace('NUL', '\u0000');
