import { openStorage } from '../kit/files/storage.ts';
import { serve } from '../kit/http/serve.ts';
import { files } from './contract.ts';
import { type FilesContext, getFile } from './get-file.ts';
import { fileStore } from './store.ts';

export const handler = serve<FilesContext, typeof files>(files, { getFile: getFile(openStorage()) }, (table, call) => ({
  ...call,
  files: fileStore(table),
}));
