import { serve } from '../kit/http/serve.ts';
import { approveShowcase } from './approve-showcase.ts';
import { bindShowcase } from './context.ts';
import { showcase } from './contract.ts';
import { getShowcaseEntry } from './get-showcase-entry.ts';
import { getSubmission } from './get-submission.ts';
import { listPendingShowcase } from './list-pending-showcase.ts';
import { listShowcase } from './list-showcase.ts';
import { rejectShowcase } from './reject-showcase.ts';
import { reportShowcaseEntry } from './report-showcase-entry.ts';
import { submitShowcase } from './submit-showcase.ts';
import { withdrawShowcase } from './withdraw-showcase.ts';

export const handler = serve(
  showcase,
  {
    submitShowcase,
    withdrawShowcase,
    listShowcase,
    getShowcaseEntry,
    reportShowcaseEntry,
    listPendingShowcase,
    getSubmission,
    approveShowcase,
    rejectShowcase,
  },
  bindShowcase,
);
