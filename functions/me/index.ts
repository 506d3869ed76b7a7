import { serve } from '../kit/http/serve.ts';
import { me } from './contract.ts';
import * as operations from './operations.ts';

export const handler = serve(me, operations, operations.bindMe);
