import { serve } from '../kit/http/serve.ts';
import { loader } from './contract.ts';
import { bindLoader, getLoader } from './get-loader.ts';

export const handler = serve(loader, { getLoader }, bindLoader);
