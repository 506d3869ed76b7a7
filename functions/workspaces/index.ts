import { serve } from '../kit/http/serve.ts';
import { workspaces } from './contract.ts';
import * as operations from './operations.ts';

export const handler = serve(workspaces, operations, operations.bindWorkspaces);
