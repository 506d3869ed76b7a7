import { serve } from '../kit/http/serve.ts';
import { changes } from './contract.ts';
import { bindChanges, listChanges } from './operations.ts';

export const handler = serve(changes, { listChanges }, bindChanges);
