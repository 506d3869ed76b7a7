import { openSignedStorage } from '../kit/files/signed-storage.ts';
import { serve } from '../kit/http/serve.ts';
import { threads } from './contract.ts';
import { bindThreads, threadOperations } from './operations.ts';

export const handler = serve(threads, threadOperations(openSignedStorage()), bindThreads);
