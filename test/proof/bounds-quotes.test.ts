import { describeFullWorkspace } from '../bounds/full-workspace.ts';

describeFullWorkspace('quotes');
