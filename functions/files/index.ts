import { openSignedStorage } from '../kit/files/signed-storage.ts';
import { serve } from '../kit/http/serve.ts';
import { files } from './contract.ts';
import { bindFiles, getFile } from './get-file.ts';

export const handler = serve(files, { getFile: getFile(openSignedStorage()) }, bindFiles);
