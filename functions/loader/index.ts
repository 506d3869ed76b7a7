import { serve } from '../kit/http/serve.ts';
import { loader } from './contract.ts';
import { getLoader } from './get-loader.ts';
import { bindLoader, reportSeen } from './operations.ts';

export const handler = serve(loader, { getLoader, reportSeen }, bindLoader);
