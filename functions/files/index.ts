import { openSignedStorage } from '../kit/files/signed-storage.ts';
import { serve } from '../kit/http/serve.ts';
import { files } from './contract.ts';
import { bindFiles, getFile } from './get-file.ts';
import { putUpload } from './put-upload.ts';

const storage = openSignedStorage();

export const handler = serve(files, { getFile: getFile(storage), putUpload: putUpload(storage) }, bindFiles);
